# @generated from spec/tools.yaml by codegen. Do not edit: change the spec, then run 'make gen'.
"""One module a tool, imported when it is needed: importing this package loads none of them."""
