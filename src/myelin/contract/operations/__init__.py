# @generated from spec/operations.yaml by codegen. Do not edit: change the spec, then run 'make gen'.
"""One module for each operation, imported on first use: this package loads none of them."""
