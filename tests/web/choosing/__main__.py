"""Write the worked cases that the tests of the modules read."""

from tests.web.choosing.scenes import WORKED, worked

if __name__ == "__main__":
    WORKED.write_bytes(worked())
