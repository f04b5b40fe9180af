import type { LinksFunction } from '@remix-run/cloudflare';
import { Links as RemixLinks, UNSAFE_RemixContext, type UNSAFE_RemixContextObject } from '@remix-run/react';
import { type ReactElement, useContext } from 'react';
import { UNSAFE_DataRouterStateContext } from 'react-router-dom';

/** The elements of each page, by the ids of its routes: no `links` function of the portal depends on data. */
const known = new Map<string, readonly ReactElement[]>();

/** Remix's `Links` in the Worker (`vite.unused.ts`), without comparing all links as JSON. Writes the same HTML. */
export function Links() {
  const remix = useContext(UNSAFE_RemixContext);
  const state = useContext(UNSAFE_DataRouterStateContext);
  // An error leaves out the routes below its page.
  if (!remix || !state || state.errors) return <RemixLinks />;
  const ids = state.matches.map(({ route }) => route.id);
  const key = ids.join(' ');
  const links = known.get(key) ?? linksOf(remix, ids);
  known.set(key, links);
  return <>{links}</>;
}

function linksOf(
  { manifest, routeModules }: UNSAFE_RemixContextObject,
  ids: readonly string[],
): ReactElement[] {
  const descriptors = ids.flatMap(
    (id): ReturnType<LinksFunction> => [
      ...(manifest.routes[id]?.css ?? []).map((href) => ({ rel: 'stylesheet', href })),
      ...(routeModules[id]?.links?.() ?? []),
    ],
  );
  const byText = new Map(descriptors.map((link) => [JSON.stringify(link), link]));
  return [...byText].map(([text, link]) => <link key={text} {...(link as object)} />);
}
