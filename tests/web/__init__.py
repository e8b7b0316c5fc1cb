"""What browsers are given: modules, pages, packed files."""
