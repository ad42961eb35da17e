# @generated from spec/ by codegen. Do not edit: change the spec, then run 'make gen'.
"""What callers and the engine agree on: arguments, results, errors and settings; no behaviour."""
