// A tag manager without tags: reports that it was loaded, and leaves the queue as the portal filled it.
window.weftTagManager = { loaded: true };
