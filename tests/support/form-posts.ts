import { billingPageCalls } from './billing-page-calls.ts';
import { builtRoutes } from './built-routes.ts';
import type { Call } from './call.ts';
import { formRoutes } from './form-routes.ts';
import { pageCalls } from './page-calls.ts';
import type { PortalClient } from './portal-client.ts';
import { browserLike, type Ids } from './states.ts';

/** A page's action, how it is posted to, and the names of the fields that it reads. */
export interface PostedPage {
  readonly id: string;
  readonly calls: readonly Call[];
  readonly names: readonly string[];
}

/** The ids of all routes of the build that take a form. */
export const routesWithForms = Object.entries(builtRoutes).flatMap(([id, route]) =>
  route.module.action ? [id] : [],
);

/** Every page that takes a form. */
export const postedPages: readonly PostedPage[] = Object.entries(formRoutes).map(([id, route]) => ({
  id,
  calls: [...(pageCalls[`${id} action`] ?? []), ...(billingPageCalls[`${id} action`] ?? [])],
  names: [...route.forms.flatMap(({ fields }) => [...fields.keys()]), ...(route.names ?? [])],
}));

/** What an answer may add to its page and to four times what was sent: the errors of each field. */
const ERRORS_MAX_BYTES = 4_096;

/**
 * Compares answers with how large an address's page is at most: opened, posted to with nothing, and posted to with what
 * draws most; or the page of an error, where that is larger. Measures no more than an answer needs to fit.
 *
 * @param clients who see the page in each of its ways.
 * @returns whether an answer is larger than its page and four times what was sent.
 */
export async function createSizeCheck(clients: readonly PortalClient[]) {
  const largest = new Map<string, number>();
  const measure = async (path: string, ask: () => Promise<Response>) => {
    const { byteLength } = await (await ask()).arrayBuffer();
    largest.set(path, Math.max(largest.get(path) ?? 0, byteLength));
  };
  for (const [id, { leadsOnFrom: path }] of Object.entries(formRoutes)) {
    if (path === undefined) continue;
    for (const ask of clients.flatMap((client) => asksOf(id, path, client))) await measure(path, ask);
  }
  return async (id: string, path: string, { sent, answered }: { sent: number; answered: number }) => {
    const isLarger = () => answered > 4 * sent + (largest.get(path) ?? 0) + ERRORS_MAX_BYTES;
    // A page grows with what its people did meanwhile, such as a workspace that has started: measured again.
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
    () => browserLike({ client }).post('/no-such-page', {}),
    () => browserLike({ client }).post(path, {}),
    ...(largest ? [() => browserLike({ client }).post(path, largest)] : []),
  ];
  // A sign-out would end the session that is measured with.
  return id === 'routes/sign-out' ? ask.slice(0, 2) : ask;
}

export function pathOf({ path }: Call, ids: Ids): string {
  return typeof path === 'function' ? path(ids) : path;
}

/** @returns the fields that the call posts. */
export function fieldsOf({ form = {} }: Call, ids: Ids): [string, string][] {
  return Object.entries(typeof form === 'function' ? form(ids) : form);
}
