# @generated from spec/ and pyproject.toml by codegen. Do not edit: change the spec, then run 'make gen'.
"""The version of the product, so that telling it needs no look into the installed package."""

VERSION = "0.3.0"
