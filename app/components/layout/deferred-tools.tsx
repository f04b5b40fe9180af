import { type ComponentType, lazy, memo, Suspense, useEffect, useState } from 'react';
import type * as Tools from './tools.tsx';
import { HeaderTools } from './tools.tsx';

const RETRY_MS = 30_000;

/**
 * The header's tools are in the server's HTML; their script is a later chunk. The build drops the branch for the other
 * side.
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
 * Memoized: an update of the page around the tools would make React discard the server's HTML while the script is still
 * loading.
 */
export const DeferredHeaderTools = memo(function DeferredHeaderTools(props: Tools.HeaderToolsProps) {
  return (
    <Suspense fallback={null}>
      <LazyHeaderTools {...props} />
    </Suspense>
  );
});

/** Announces what happened elsewhere. No `Suspense`: React reports an update that reaches one before hydration. */
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
