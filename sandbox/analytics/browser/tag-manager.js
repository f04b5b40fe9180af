// A tag manager without tags: says that it was loaded, and leaves the queue as the portal filled it.
window.weftTagManager = { loaded: true };
