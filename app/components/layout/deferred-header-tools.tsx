import { type ComponentType, lazy, memo, Suspense } from 'react';
import type { HeaderToolsProps } from './header-tools.tsx';
import { HeaderTools as RenderedTools } from './header-tools.tsx';

const RETRY_MS = 30_000;

/**
 * The header's tools come with the server's page, and work in it without a script; the script behind them loads once the
 * page stands, apart from what the page needs. The build drops the branch that is not of its side.
 */
const Tools: ComponentType<HeaderToolsProps> = import.meta.env.SSR
  ? RenderedTools
  : lazy(async () => {
      for (;;) {
        try {
          return { default: (await import('./header-tools.tsx')).HeaderTools };
        } catch {
          // The portal is down, or a deployment removed the chunk: the server's header stays, which works without a script. A
          // reload would put the browser's error page in its place.
          await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
        }
      }
    });

/**
 * The search and the account menu of a signed-in person. Memoized, because an update of the page around it, such as a
 * status that arrives, would make React throw the server's HTML away while the script is still on its way.
 */
export const DeferredHeaderTools = memo(function DeferredHeaderTools(props: HeaderToolsProps) {
  return (
    <Suspense fallback={null}>
      <Tools {...props} />
    </Suspense>
  );
});
