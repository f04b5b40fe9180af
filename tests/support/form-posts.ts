import { billingPageCalls } from './billing-page-calls.ts';
import { builtRoutes } from './built-routes.ts';
import type { Call } from './call.ts';
import { formRoutes } from './form-routes.ts';
import { pageCalls } from './page-calls.ts';
import { type Arrival, browserLike, type Ids } from './states.ts';

/** A page's action, how it is posted to, and the names of the fields that it reads. */
export interface PostedPage {
  readonly id: string;
  readonly calls: readonly Call[];
  readonly names: readonly string[];
}

/** The ids of all routes of the build that take a form. */
export const routesWithForms = Object.entries(builtRoutes).flatMap(([id, route]) =>
  route.module.action && !id.startsWith('routes/api/') ? [id] : [],
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
 * Measures how large an address's page is at most: opened, posted to with nothing, and posted to with what draws most;
 * or the page of an error, where that is larger.
 * @returns for an address and what was sent to it, how large its answer may be.
 */
export function createSizeLimit(arrivals: readonly Arrival[]) {
  const known = new Map<string, Promise<number>>();
  const measure = async (id: string, path: string): Promise<number> => {
    const bodies = [undefined, {}, formRoutes[id]?.largest];
    const sizes = arrivals.flatMap((arrival) =>
      bodies.flatMap((fields, at) => {
        // A sign-out would end the session that is measured with.
        if ((at > 0 && id === 'routes/sign-out') || (at > 1 && !fields)) return [];
        const browser = browserLike(arrival);
        return [fields ? browser.post(path, fields) : browser.get(path)];
      }),
    );
    const answers = await Promise.all([
      ...sizes,
      ...arrivals.map((arrival) => browserLike(arrival).post('/no-such-page', {})),
    ]);
    const bytes = await Promise.all(answers.map(async (answer) => (await answer.arrayBuffer()).byteLength));
    return Math.max(...bytes);
  };
  return async (id: string, path: string, sentBytes: number): Promise<number> => {
    const page = known.get(path) ?? measure(id, path);
    known.set(path, page);
    return 4 * sentBytes + (await page) + ERRORS_MAX_BYTES;
  };
}

export function pathOf({ path }: Call, ids: Ids): string {
  return typeof path === 'function' ? path(ids) : path;
}

/** @returns the fields that the call posts. */
export function fieldsOf({ form = {} }: Call, ids: Ids): [string, string][] {
  return Object.entries(typeof form === 'function' ? form(ids) : form);
}
