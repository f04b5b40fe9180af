import { billingPageCalls } from './billing-page-calls.ts';
import { builtRoutes } from './built-routes.ts';
import type { Call } from './call.ts';
import { formRoutes } from './form-routes.ts';
import { pageCalls } from './page-calls.ts';
import type { PortalClient } from './portal-client.ts';
import { browserLike, type Ids } from './states.ts';

/** A page's action, its calls, and the names of the fields that it reads. */
export interface PostedPage {
  readonly id: string;
  readonly calls: readonly Call[];
  readonly names: readonly string[];
}

/** The ids of all routes of the build that accept a form. */
export const routesWithForms = Object.entries(builtRoutes).flatMap(([id, route]) =>
  route.module.action ? [id] : [],
);

/** Every page that accepts a form. */
export const postedPages: readonly PostedPage[] = Object.entries(formRoutes).map(([id, route]) => ({
  id,
  calls: [...(pageCalls[`${id} action`] ?? []), ...(billingPageCalls[`${id} action`] ?? [])],
  names: [...route.forms.flatMap(({ fields }) => [...fields.keys()]), ...(route.names ?? [])],
}));

/** Maximum that an answer may add to its page and four times the sent bytes: the errors of each field. */
const ERRORS_MAX_BYTES = 4_096;

/**
 * Compares answers with the largest size of an address's page: opened, posted without fields, and posted with the fields
 * that produce the largest page; or the error page, if that is larger. Measures only until the answer fits.
 *
 * @param clients see the page in each of its variants.
 * @returns whether an answer is larger than its page and four times the sent bytes.
 */
export async function createSizeCheck(clients: readonly PortalClient[]) {
  const largest = new Map<string, number>();
  const lengthOf = async (answer: Promise<Response>) => (await (await answer).arrayBuffer()).byteLength;
  // The same for every address.
  const errorPages = await Promise.all(
    clients.map((client) => lengthOf(browserLike({ client }).post('/no-such-page', {}))),
  );
  const sizeOf = (path: string) => largest.get(path) ?? Math.max(...errorPages);
  const measure = async (path: string, ask: () => Promise<Response>) => {
    largest.set(path, Math.max(sizeOf(path), await lengthOf(ask())));
  };
  for (const [id, { leadsOnFrom: path }] of Object.entries(formRoutes)) {
    if (path === undefined) continue;
    for (const ask of clients.flatMap((client) => asksOf(id, path, client))) await measure(path, ask);
  }
  return async (id: string, path: string, { sent, answered }: { sent: number; answered: number }) => {
    const isLarger = () => answered > 4 * sent + sizeOf(path) + ERRORS_MAX_BYTES;
    // A page grows with its people's actions, such as a workspace that has started, so it is measured again.
    for (const ask of clients.flatMap((client) => asksOf(id, path, client))) {
      if (!isLarger()) return false;
      await measure(path, ask);
    }
    return isLarger();
  };
}

function asksOf(id: string, path: string, client: PortalClient): Array<() => Promise<Response>> {
  const { largest } = formRoutes[id] ?? {};
  const ask = [
    () => browserLike({ client }).get(path),
    () => browserLike({ client }).post(path, {}),
    ...(largest ? [() => browserLike({ client }).post(path, largest)] : []),
  ];
  // A sign-out would end the session that measures.
  return id === 'routes/sign-out' ? ask.slice(0, 1) : ask;
}

export function pathOf({ path }: Call, ids: Ids): string {
  return typeof path === 'function' ? path(ids) : path;
}

/** @returns the fields that the call posts. */
export function fieldsOf({ form = {} }: Call, ids: Ids): [string, string][] {
  return Object.entries(typeof form === 'function' ? form(ids) : form);
}
