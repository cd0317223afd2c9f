"""Nobody ever sees a traceback for a wrong input: only QuincunxError comes out, and it says what is wrong."""
