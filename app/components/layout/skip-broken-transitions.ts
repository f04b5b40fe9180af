/**
 * Keeps a failed view transition, such as before an error page, out of the console: React Router does not handle the
 * rejection.
 */
export function skipBrokenTransitions(): void {
  window.addEventListener('unhandledrejection', (event) => {
    const { reason }: { reason: unknown } = event;
    const isTransition = reason instanceof DOMException && /\btransition\b/i.test(reason.message);
    if (isTransition) event.preventDefault();
  });
}
