"""The WSGI application behind an event loop: every request on a greenlet of one thread.

`api.running.front` parses HTTP and holds the connections; this room does the rest. `server` takes a `request` from the
loop, `hub` runs the application for it on a greenlet and parks that while it waits, `environ` puts the request in the
words of WSGI, `body` reads what comes with it, `answers` sends what the application gives, a stream piece by piece.

The application is plain WSGI and runs under any such server; there it waits on threads. To be good here, it keeps to
this:

- It waits by `domain.ledger.parking` only, as `Store.wait` and `Store.perform` do, and does what takes long `aside`.
- A stream is an ordinary generator. What it yields goes out when it waits next, or at 64 KiB, whichever comes first; it
  stands still while the client does not read. When the client has gone, `GoneError` is raised where it waits, or the
  generator is closed where it yields: `finally` is met either way. Once the service stops, `Store.stopping` is true
  and every wait is over: then it yields its last words and returns.
- While a stream waits, others may send past it by what its environment has as `api.outlets.SEND`, on the loop's thread.
"""
