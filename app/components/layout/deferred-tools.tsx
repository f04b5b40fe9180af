import { type ComponentType, lazy, memo, Suspense, useEffect, useState } from 'react';
import type * as Tools from './tools.tsx';
import { HeaderTools } from './tools.tsx';

const RETRY_MS = 30_000;

/**
 * The tools of a signed-in person are in the server's HTML; their script loads after the page, as a separate chunk.
 * The build drops the branch for the other side.
 */
const LazyHeaderTools: ComponentType<Tools.HeaderToolsProps> = import.meta.env.SSR
  ? HeaderTools
  : lazy(async () => ({ default: (await loadTools()).HeaderTools }));

async function loadTools(): Promise<typeof Tools> {
  for (;;) {
    try {
      return await import('./tools.tsx');
    } catch {
      // The portal is down, or a deployment removed the chunk: the server's header stays, which works without a script. A
      // reload would put the browser's error page in its place.
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}

/**
 * The search and the account menu of a signed-in person. Memoized, because an update of the page around it, such as a
 * new status, would make React discard the server's HTML while the script is still loading.
 */
export const DeferredHeaderTools = memo(function DeferredHeaderTools(props: Tools.HeaderToolsProps) {
  return (
    <Suspense fallback={null}>
      <LazyHeaderTools {...props} />
    </Suspense>
  );
});

/**
 * The region that announces what happened elsewhere; the server has nothing to announce. Not behind a `Suspense` like the
 * header's tools: an update of the page would reach its boundary before it is hydrated, which React reports as an error.
 */
export const DeferredToasts = memo(function DeferredToasts(props: Tools.ToastsProps) {
  const [Toasts, setToasts] = useState<ComponentType<Tools.ToastsProps> | null>(null);
  useEffect(() => {
    let isGone = false;
    void loadTools().then((tools) => {
      if (!isGone) setToasts(() => tools.Toasts);
    });
    return () => {
      isGone = true;
    };
  }, []);
  return Toasts && <Toasts {...props} />;
});
