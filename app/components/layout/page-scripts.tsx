import { UNSAFE_RemixContext, type UNSAFE_RemixContextObject, useMatches } from '@remix-run/react';
import { type ReactElement, useContext, useEffect } from 'react';

/**
 * Styles come first: a page is complete without its scripts, and on a slow connection they would delay its first paint.
 * React 18 knows no property of this name, but writes unknown attributes.
 */
const LOW_PRIORITY = { fetchpriority: 'low' };

/** Whether the scripts of this document run: a later render needs none. */
let isHydrated = false;

/**
 * A page's scripts, like Remix's `Scripts`, which also brings code for data that arrives after the page. The portal's
 * loaders send none (docs/decisions/speed.md).
 */
export function PageScripts({ nonce }: { nonce: string }) {
  const remix = useContext(UNSAFE_RemixContext);
  const ids = useMatches().map(({ id }) => id);
  useEffect(() => {
    isHydrated = true;
  }, []);
  if (isHydrated || !remix) return null;
  const parts = import.meta.env.SSR
    ? knownPartsOf(remix, ids)
    : { preloads: preloadsOf(remix, ids), start: UNREAD };
  return (
    <>
      {parts.preloads}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: Remix escapes the data. */}
      <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: contextOf(remix) }} />
      <script
        nonce={nonce}
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: names of built files alone.
        dangerouslySetInnerHTML={{ __html: parts.start }}
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

/** The server's parts of each page, by the ids of its routes. */
const known = new Map<string, { preloads: readonly ReactElement[]; start: string }>();

function knownPartsOf(remix: UNSAFE_RemixContextObject, ids: readonly string[]) {
  const key = ids.join(' ');
  const parts = known.get(key) ?? { preloads: preloadsOf(remix, ids), start: startOf(remix.manifest, ids) };
  known.set(key, parts);
  return parts;
}

/** Only the server's text is run: the browser keeps what it finds. */
const UNREAD = ' ';

/** @returns the data of the page and Remix's settings. */
function contextOf({ serverHandoffString }: UNSAFE_RemixContextObject): string {
  return import.meta.env.SSR ? `window.__remixContext = ${serverHandoffString};` : UNREAD;
}

function startOf(
  { url, entry, routes }: UNSAFE_RemixContextObject['manifest'],
  ids: readonly string[],
): string {
  const imports = ids.map((id, index) => `import * as route${index} from "${routes[id]?.module}";`);
  const modules = ids.map((id, index) => `${JSON.stringify(id)}:route${index}`);
  return `import "${url}";
${imports.join('\n')}

window.__remixRouteModules = {${modules.join(',')}};

import("${entry.module}");`;
}
