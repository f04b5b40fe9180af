/**
 * Keeps a transition that the browser cannot draw out of the console: an error page replaces the whole document while the old page
 * fades. The next page is there either way, and React Router leaves the rejection to nobody.
 */
export function skipBrokenTransitions(): void {
  window.addEventListener('unhandledrejection', (event) => {
    const { reason }: { reason: unknown } = event;
    const isTransition = reason instanceof DOMException && /\btransition\b/i.test(reason.message);
    if (isTransition) event.preventDefault();
  });
}
