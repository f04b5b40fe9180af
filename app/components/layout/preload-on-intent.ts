/** The part of a route in Remix's manifest that this module reads. */
interface ManifestRoute {
  path?: string;
  module: string;
  imports?: string[];
}

/**
 * Loads a page's scripts when the user points at, focuses or touches its link. Remix's `prefetch="intent"` would fetch
 * the data too, which browsers must not store: the click would fetch it again (docs/decisions/speed.md).
 */
export function preloadOnIntent(routes: Record<string, ManifestRoute>): void {
  const waiting = new Map(
    Object.values(routes).flatMap((route) => (route.path ? [[`/${route.path}`, route]] : [])),
  );
  const preload = ({ type, target }: Event) => {
    // The first focus loads what keeps it. If that fails, the browser's own focus stays: a reload would lose the input.
    if (type === 'focusin') import('./focus.ts').catch(() => {});
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
    const route = link?.origin === location.origin ? waiting.get(link.pathname) : undefined;
    if (!link || !route) return;
    waiting.delete(link.pathname);
    const fetchPriority = type === 'idle' ? 'low' : 'auto';
    for (const href of [route.module, ...(route.imports ?? [])])
      document.head.appendChild(
        Object.assign(document.createElement('link'), { rel: 'modulepreload', href, fetchPriority }),
      );
  };
  // A touch is a pointer event too, before its click. `useIdlePreload` sends `idle` to the links in the window.
  for (const intent of ['pointerover', 'focusin', 'idle']) document.addEventListener(intent, preload);
}
