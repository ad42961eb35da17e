# @generated from spec/commands.yaml by codegen. Do not edit: change the spec, then run 'make gen'.
"""The command line: every command that is built, parsed here and answered by a `Handlers`."""
