import { UNSAFE_RemixContext, type UNSAFE_RemixContextObject, useMatches } from '@remix-run/react';
import { type ReactElement, useContext, useEffect } from 'react';

/** Styles come first: scripts would delay a page's first paint. React 18 writes an attribute that it does not know. */
const LOW_PRIORITY = { fetchpriority: 'low' };

/** Whether the scripts of this document run: a later render needs none. */
let isHydrated = false;

/** Like Remix's `Scripts` without the code for deferred data, which no loader sends (docs/decisions/speed.md). */
export function PageScripts({ nonce }: { nonce: string }) {
  const remix = useContext(UNSAFE_RemixContext);
  const ids = useMatches().map(({ id }) => id);
  useEffect(() => {
    isHydrated = true;
  }, []);
  if (isHydrated || !remix) return null;
  const preloads = import.meta.env.SSR ? knownPreloadsOf(remix, ids) : preloadsOf(remix, ids);
  // Only the server's text is run: the browser keeps what it finds.
  const [context, start] = import.meta.env.SSR ? textsOf(remix, ids) : [' ', ' '];
  return (
    <>
      {preloads}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: Remix escapes the data. */}
      <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: context }} />
      <script
        nonce={nonce}
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: only names of built files.
        dangerouslySetInnerHTML={{ __html: start }}
        type="module"
        async
        {...LOW_PRIORITY}
      />
    </>
  );
}

function preloadsOf({ manifest }: UNSAFE_RemixContextObject, ids: readonly string[]): ReactElement[] {
  const { url, entry, routes } = manifest;
  const ofRoutes = ids.flatMap((id) => [...(routes[id]?.imports ?? []), routes[id]?.module ?? '']);
  const paths = [url, entry.module, ...new Set([...entry.imports, ...ofRoutes])];
  return paths.map((path) => <link key={path} rel="modulepreload" href={path} {...LOW_PRIORITY} />);
}

/** The preloads of each page that the server wrote, by the ids of its routes. */
const known = new Map<string, ReactElement[]>();

function knownPreloadsOf(remix: UNSAFE_RemixContextObject, ids: readonly string[]): ReactElement[] {
  const key = ids.join(' ');
  const preloads = known.get(key) ?? preloadsOf(remix, ids);
  known.set(key, preloads);
  return preloads;
}

/** @returns the data of the page and Remix's settings, and the module that starts Remix with the page's routes. */
function textsOf(
  { manifest, serverHandoffString }: UNSAFE_RemixContextObject,
  ids: readonly string[],
): [context: string, start: string] {
  const { url, entry, routes } = manifest;
  const imports = ids.map((id, index) => `import * as route${index} from "${routes[id]?.module}";`);
  const modules = ids.map((id, index) => `${JSON.stringify(id)}:route${index}`);
  const start = `import "${url}";
${imports.join('\n')}

window.__remixRouteModules = {${modules.join(',')}};

import("${entry.module}");`;
  return [`window.__remixContext = ${serverHandoffString};`, start];
}
