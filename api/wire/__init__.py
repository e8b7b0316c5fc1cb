"""The form of what comes and goes: operations, problems, schemas, representations, the OpenAPI document."""
