"""One module for each command, named after its first word and imported when it is called.

`myelin purge` is `purge` in `purge.py`; `myelin key rotate` is `rotate` in `key.py`. A name that
Python has already ends in an underscore: `myelin import` is `import_` in `import_.py`.
"""
