"""The standalone verifiers as programs, on good and on damaged records."""
