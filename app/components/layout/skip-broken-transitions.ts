/**
 * Keeps a failed view transition out of the console: an error page replaces the whole document while the old page
 * fades. The next page renders either way, and React Router does not handle the rejection.
 */
export function skipBrokenTransitions(): void {
  window.addEventListener('unhandledrejection', (event) => {
    const { reason }: { reason: unknown } = event;
    const isTransition = reason instanceof DOMException && /\btransition\b/i.test(reason.message);
    if (isTransition) event.preventDefault();
  });
}
