import { type ComponentType, lazy, memo, Suspense } from 'react';
import { reloadForChunk } from './chunk-guard.ts';
import type { HeaderToolsProps } from './header-tools.tsx';
import { HeaderTools as RenderedTools } from './header-tools.tsx';
import { SignOutButton } from './parts.tsx';

/**
 * The header's tools come with the server's page, and work in it without a script; the script behind them loads once the
 * page stands, apart from what the page needs. The build drops the branch that is not of its side.
 */
const Tools: ComponentType<HeaderToolsProps> = import.meta.env.SSR
  ? RenderedTools
  : lazy(async () => {
      try {
        return { default: (await import('./header-tools.tsx')).HeaderTools };
      } catch {
        // A deployment removed the chunk: the page reloads itself. Where that does not help, its people can still leave.
        reloadForChunk();
        return { default: SignOutButton };
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
