import { type ComponentType, lazy, memo, Suspense } from 'react';
import type * as Tools from './tools.tsx';
import { HeaderTools, Toasts } from './tools.tsx';

const RETRY_MS = 30_000;

/**
 * The tools of a signed-in person come with the server's page; the script behind them loads once the page stands, apart from
 * what the page needs. The build drops the branch that is not of its side.
 */
const LazyHeaderTools: ComponentType<Tools.HeaderToolsProps> = import.meta.env.SSR
  ? HeaderTools
  : lazy(async () => ({ default: (await loadTools()).HeaderTools }));

const LazyToasts: ComponentType<Tools.ToastsProps> = import.meta.env.SSR
  ? Toasts
  : lazy(async () => ({ default: (await loadTools()).Toasts }));

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
 * status that arrives, would make React throw the server's HTML away while the script is still on its way.
 */
export const DeferredHeaderTools = memo(function DeferredHeaderTools(props: Tools.HeaderToolsProps) {
  return (
    <Suspense fallback={null}>
      <LazyHeaderTools {...props} />
    </Suspense>
  );
});

/** The region that tells what happened elsewhere. Memoized for the same reason. */
export const DeferredToasts = memo(function DeferredToasts(props: Tools.ToastsProps) {
  return (
    <Suspense fallback={null}>
      <LazyToasts {...props} />
    </Suspense>
  );
});
