import type { EntryContext } from '@remix-run/cloudflare';
import {
  Form,
  type FormProps,
  Link,
  type LinkProps,
  RemixServer,
  Scripts,
  type UNSAFE_RemixContextObject,
} from '@remix-run/react';
import type { ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import { createStaticHandler } from 'react-router-dom/server.js';
import { expect, test } from 'vitest';
import { PageScripts } from '#app/components/layout/page-scripts.tsx';
import { Form as FormInWorker } from '#app/remix/form-in-worker.tsx';
import { Link as LinkInWorker } from '#app/remix/link-in-worker.tsx';

const routes = {
  root: { id: 'root', path: '', module: '/assets/root.js', imports: ['/assets/shared.js', '/assets/a.js'] },
  page: {
    id: 'page',
    parentId: 'root',
    path: 'manage',
    module: '/assets/page.js',
    imports: ['/assets/shared.js', '/assets/b.js'],
  },
};

/** Renders an element as the page /manage does, with Remix's own server. */
async function render(element: ReactElement): Promise<string> {
  const none = { hasLoader: false, hasAction: false, hasErrorBoundary: false, hasClientLoader: false };
  const manifest = {
    url: '/assets/manifest-1.js',
    version: '1',
    entry: { module: '/assets/entry.js', imports: ['/assets/react.js', '/assets/shared.js'] },
    routes: Object.fromEntries(
      Object.entries(routes).map(([id, route]) => [id, { ...route, ...none, hasClientAction: false }]),
    ),
  };
  const { query } = createStaticHandler([
    { id: 'root', path: '', children: [{ id: 'page', path: 'manage' }] },
  ]);
  const context = {
    manifest,
    routeModules: { root: { default: () => element }, page: { default: () => null } },
    staticHandlerContext: await query(new Request('http://localhost/manage?a=b')),
    serverHandoffString: '{"state":{"loaderData":{"page":"\\u003cb>"}}}',
    future: { v3_fetcherPersist: true, v3_relativeSplatPath: true, v3_lazyRouteDiscovery: false },
    isSpaMode: false,
    serializeError: (error: Error) => error,
  } as unknown as EntryContext & UNSAFE_RemixContextObject;
  return renderToString(<RemixServer context={context} url="http://localhost/manage?a=b" />);
}

/** Sorts attributes, because their order has no meaning. */
function attributesOf(html: string): string[] {
  return [...html.matchAll(/<[^>]+>|[^<]+/g)].map(([part]) =>
    part
      .split(/\s(?=[\w-]+=")|>/)
      .sort()
      .join(' '),
  );
}

const links: LinkProps[] = [
  { to: '/help', viewTransition: true, className: 'link', children: 'Help' },
  { to: '/help?topic=a#faq', 'aria-current': 'page', replace: true, children: ['Help', 1] },
  { to: '/', discover: 'none', prefetch: 'none', preventScrollReset: true },
  { to: '/download', reloadDocument: true, target: '_blank' },
  { to: '../up' },
  { to: '?b=c' },
  { to: 'https://elsewhere.example/a' },
  { to: { pathname: '/help' } },
];

test.each(links)('writes the link $to as Remix does', async (props) => {
  expect(attributesOf(await render(<LinkInWorker {...props} />))).toEqual(
    attributesOf(await render(<Link {...props} />)),
  );
});

const forms: FormProps[] = [
  { method: 'post', action: '/theme', className: 'themes', 'aria-label': 'Theme', children: <input /> },
  { method: 'post', action: '/theme?a=b', navigate: false, fetcherKey: 'a', preventScrollReset: true },
  { action: '/help', onSubmit: () => {} },
  { method: 'GET', action: '/', reloadDocument: true },
  { method: 'delete', action: '/account/tokens', discover: 'none' },
  { method: 'post' },
  { method: 'post', action: '.' },
  { method: 'post', action: '../up' },
  { method: 'post', action: 'https://elsewhere.example/a' },
];

test.each(forms)('writes the form $method $action as Remix does', async (props) => {
  expect(attributesOf(await render(<FormInWorker {...props} />))).toEqual(
    attributesOf(await render(<Form {...props} />)),
  );
});

test('writes the scripts of a page as Remix does, except for their priority', async () => {
  const ours = await render(<PageScripts nonce="n-1" />);
  expect(ours).toContain('n-1');
  expect(attributesOf(ours.replaceAll(' fetchpriority="low"', ''))).toEqual(
    attributesOf(await render(<Scripts nonce="n-1" />)),
  );
});
