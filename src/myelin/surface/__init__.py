# @generated from spec/ by codegen. Do not edit: change the spec, then run 'make gen'.
"""Which operation answers which tool, resource, route and command."""
