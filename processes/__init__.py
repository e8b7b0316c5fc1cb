"""Many pieces of work at a time, each in a process of several; knows nothing of what the work is."""
