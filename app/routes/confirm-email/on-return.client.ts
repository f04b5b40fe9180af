/** Calls `act` each time the person comes back to this tab. @returns a function that removes the listener. */
export function onReturn(act: () => void): () => void {
  const handle = () => {
    if (document.visibilityState === 'visible') act();
  };
  document.addEventListener('visibilitychange', handle);
  return () => document.removeEventListener('visibilitychange', handle);
}
