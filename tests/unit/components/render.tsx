import type { ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router-dom/server.js';
import { TranslationProvider } from '#app/i18n/provider.tsx';

/** @returns the HTML that the server sends for an element on the page of `path`: what a browser without script shows. */
export async function renderPage(element: ReactElement, path = '/'): Promise<string> {
  const routes = [{ path: '*', element }];
  const context = await createStaticHandler(routes).query(new Request(`http://portal.example${path}`));
  if (context instanceof Response) throw new Error('a page without a loader cannot redirect');
  return renderToString(
    <TranslationProvider>
      <StaticRouterProvider router={createStaticRouter(routes, context)} context={context} hydrate={false} />
    </TranslationProvider>,
  );
}

/** @returns the attributes of the first tag that carries `mark`, such as `name="email"`; throws when there is none. */
export function attributesOf(html: string, mark: string): Record<string, string> {
  const tag = html.match(/<[a-z][^>]*>/g)?.find((candidate) => candidate.includes(mark));
  if (!tag) throw new Error(`no tag with ${mark} in ${html}`);
  return Object.fromEntries(
    [...tag.matchAll(/ ([a-zA-Z-]+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
  );
}

/** @returns what a person reads of some HTML. */
export const textOf = (html: string) =>
  html
    .replaceAll('<!-- -->', '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&#x27;/g, "'")
    .replace(/\s+/g, ' ')
    .trim();
