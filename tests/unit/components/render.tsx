import type { ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router-dom/server.js';
import type { FrameData } from '#app/components/layout/page-flash.tsx';

/** @returns the HTML that the server sends for an element on the page of `path`: what a browser without script shows. */
export async function renderPage(element: ReactElement, path = '/'): Promise<string> {
  const routes = [{ path: '*', element }];
  const context = await createStaticHandler(routes).query(new Request(`http://portal.example${path}`));
  if (context instanceof Response) throw new Error('a page without a loader cannot redirect');
  return renderToString(
    <StaticRouterProvider router={createStaticRouter(routes, context)} context={context} hydrate={false} />,
  );
}

/**
 * @param frame what the root's loader returned; omitted fields default to a visitor's.
 * @param loaded what the loader of the page's route returned.
 * @returns the same below a root.
 */
export async function renderFramed(
  element: ReactElement,
  frame: Partial<FrameData>,
  path = '/dashboard',
  loaded: object | null = null,
): Promise<string> {
  const data: FrameData = {
    viewer: null,
    accounts: { currentId: null, options: [] },
    theme: 'system',
    notice: null,
    portalHost: 'weft.example',
    portalUrl: 'https://weft.example',
    billing: null,
    isBannerClosed: false,
    closedUsageWarning: null,
    month: '2026-11',
    isTrialing: false,
    flags: {},
    analytics: null,
    timezone: { zone: 'Etc/UTC', isReaders: false },
    locale: 'en',
    areOperationsDisabled: false,
    ...frame,
  };
  const routes = [
    { id: 'root', loader: () => data, children: [{ path: '*', element, loader: () => loaded }] },
  ];
  const context = await createStaticHandler(routes).query(new Request(`http://portal.example${path}`));
  if (context instanceof Response) throw new Error('the root’s loader cannot redirect');
  return renderToString(
    <StaticRouterProvider router={createStaticRouter(routes, context)} context={context} hydrate={false} />,
  );
}

/** @returns the attributes of the first tag that contains `mark`, such as `name="email"`. @throws when there is none. */
export function attributesOf(html: string, mark: string): Record<string, string> {
  const tag = html.match(/<[a-z][^>]*>/g)?.find((candidate) => candidate.includes(mark));
  if (!tag) throw new Error(`no tag with ${mark} in ${html}`);
  return Object.fromEntries(
    [...tag.matchAll(/ ([a-zA-Z-]+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
  );
}

/** @returns the attributes of the first link or button with this name. @throws without such a control. */
export function controlOf(html: string, name: string): Record<string, string> {
  for (const [control, tag = ''] of html.matchAll(/<(a|button)\b[^>]*>.*?<\/\1>/gs)) {
    const attributes = attributesOf(control, `<${tag}`);
    if ((attributes['aria-label'] ?? textOf(control)) === name) return attributes;
  }
  throw new Error(`no link or button named ${name}`);
}

/** @returns the HTML of the last navigation with this name, as the account menu has one of the account’s tabs; empty without one. */
export function navigationOf(html: string, label: string): string {
  const navigations = html.match(/<nav\b[^>]*>.*?<\/nav>/gs) ?? [];
  return navigations.findLast((navigation) => attributesOf(navigation, '<nav')['aria-label'] === label) ?? '';
}

/** @returns the visible text of some HTML. */
export const textOf = (html: string) =>
  html
    .replaceAll('<!-- -->', '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&#x27;/g, "'")
    .replace(/\s+/g, ' ')
    .trim();

/** @returns each form's target and the values it submits without any input. */
export function formsIn(html: string) {
  return [...html.matchAll(/<form[^>]*>.*?<\/form>/g)].map(([form]) => {
    const values: Record<string, string | undefined> = {};
    for (const [tag] of form.matchAll(/<(?:input type="hidden"|button)[^>]*>/g)) {
      const { name, value } = attributesOf(tag, '<');
      if (name) values[name] = value;
    }
    return { action: attributesOf(form, '<form').action, ...values };
  });
}
