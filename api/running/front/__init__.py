"""The HTTP/1.1 server in front of the bridge: connections on the event loop itself, parsed by httptools.

`listening` lets connections in, evenly among the processes of a service; `front` holds those of a process; `connection`
is one of them, from its first byte to its last; `reading` makes requests of what comes; `framing` is how an answer goes
out, `heads` its first lines and what the server itself refuses; `deadlines` ends what takes too long. Nothing here
waits: the loop calls all of it.
"""
