import { beforeAll, expect, inject, test } from 'vitest';
import { can } from '#app/domain/access/roles.ts';
import { openRows } from '../support/account-rows.ts';
import { builtRoutes } from '../support/built-routes.ts';
import { pageOf } from '../support/expected-answer.ts';
import { mapConcurrently } from '../support/map-concurrently.ts';
import { type Arrival, arriveInEachState, browserLike, type State } from '../support/states.ts';

const portal = inject('portal');
const MAX_HOPS = 5;

/** Every page of the built application, and one that is none; the API's addresses lead nobody anywhere. */
const pages = Object.entries(builtRoutes).flatMap(([id, route]) => {
  if (id === 'root') return [];
  return [route.path === '*' ? '/no-such-page' : `/${route.path ?? ''}`];
});

/** The pages that a role opens, listed apart from the guards' own code. */
const closedTo: Record<string, (state: State) => boolean> = {
  '/invite-teammate': ({ role }) => !can(role, 'member:invite'),
  '/manage': ({ role }) => !can(role, 'workspace:configure'),
  '/manage/instance': ({ role }) => !can(role, 'workspace:configure'),
  '/manage/update': ({ role }) => !can(role, 'workspace:configure'),
  '/manage/status': ({ role }) => !can(role, 'workspace:configure'),
  '/manage/webhooks/archive.ndjson': ({ role }) => !can(role, 'workspace:configure'),
  '/manage/webhooks/:heldId': ({ role }) => !can(role, 'workspace:configure'),
  '/manage/export/upload': ({ role }) => !can(role, 'backup:export'),
  '/manage/export/credentials': ({ role }) => !can(role, 'backup:credentials'),
  '/manage/export/restore': ({ role }) => !can(role, 'backup:export'),
  '/manage/export/:backupId/download': ({ role }) => !can(role, 'backup:export'),
  '/manage/billing': ({ role }) => !can(role, 'billing:manage'),
  '/manage/billing/payments.csv': ({ role }) => !can(role, 'billing:manage'),
  '/manage/billing/invoice/:paymentId': ({ role }) => !can(role, 'billing:manage'),
  '/account/change-plan': ({ role }) => !can(role, 'billing:manage'),
  '/account/checkout': ({ role }) => !can(role, 'billing:manage'),
  '/account/members': ({ role }) => !can(role, 'member:manage'),
  '/account/activity.csv': ({ role }) => !can(role, 'activity:view'),
  '/account/activity': ({ role }) => !can(role, 'activity:view'),
};

let arrivals: Arrival[];
beforeAll(async () => {
  arrivals = await arriveInEachState(portal, openRows(portal.databaseUrl));
});

test('finds pages to walk', () => {
  expect(pages).toEqual(expect.arrayContaining(['/', '/login', '/dashboard', '/manage/billing']));
});

/** An address with a query is walked by one of each kind: nobody's role or plan changes where it leads. */
const queried = [
  'anonymous',
  'expired session',
  'unconfirmed',
  'before the survey',
  'trialing owner',
  'member',
  'second factor due',
  'member who owes a second factor',
];
const isWalked = (path: string, { state }: Arrival) => !path.includes('?') || queried.includes(state.name);

test('covers each kind of person for the queries', () => {
  expect(arrivals.map(({ state }) => state.name)).toEqual(expect.arrayContaining(queried));
});

test.for(
  pages.flatMap((path) => ['', '?templateId=123', '?returnPath=/dashboard'].map((search) => path + search)),
)('%s redirects everyone to a final page', async (path) => {
  const walkers = arrivals.filter((arrival) => isWalked(path, arrival));
  const ends = await mapConcurrently(walkers, async (arrival) => {
    const { visited, status } = await walk(arrival, path);
    return { state: arrival.state, visited, status };
  });
  for (const { state, visited, status } of ends) {
    const way = `${state.name}: ${visited.map(({ address }) => address).join(' -> ')} ends with ${status}`;
    expect(visited.length - 1, way).toBeLessThanOrEqual(MAX_HOPS);
    // An address may come again only without the dead cookie that it came with at first.
    expect(new Set(visited.map(({ address, cookie }) => `${address} ${cookie}`)).size, way).toBe(
      visited.length,
    );
    expect(status, way).toBe(endStatusOf(visited.at(-1)?.address ?? path, state));
  }
});

/** Where each state ends that opens a page of the main path. */
const ends: Array<[page: string, (state: State) => string]> = [
  ['/', (state) => home(state)],
  ['/login', (state) => home(state)],
  ['/register', (state) => (isLive(state) ? home(state) : '/register')],
  ['/dashboard', (state) => afterSignIn(state, '/dashboard')],
  ['/confirm-email', (state) => afterSignIn(state, '/confirm-email')],
  ['/account/setup', (state) => afterSignIn(state, '/account/setup')],
  ['/account/launching', (state) => afterSignIn(state, '/account/launching')],
  ['/manage', (state) => afterSignIn(state, '/manage', '/manage')],
  [
    '/manage/billing',
    (state) => {
      const isPaidFor = state.subscription !== null || !can(state.role, 'billing:manage');
      const unpaid = can(state.role, 'workspace:configure') ? '/manage' : '/dashboard';
      return afterSignIn(state, '/manage/billing', isPaidFor ? '/manage/billing' : unpaid);
    },
  ],
  // The change-plan button's rule (spec §5): past due or paused, billing comes first.
  [
    '/account/change-plan',
    (state) => {
      const isBlocked = state.subscription === 'past_due' || state.subscription === 'paused';
      return afterSignIn(
        state,
        '/account/change-plan',
        isBlocked && can(state.role, 'billing:manage') ? '/manage/billing' : '/account/change-plan',
      );
    },
  ],
  // There is nothing to check out: on to where there is.
  [
    '/account/checkout',
    (state) => {
      if (!can(state.role, 'billing:manage'))
        return afterSignIn(state, '/account/checkout', '/account/checkout');
      const pays = state.subscription !== null && state.subscription !== 'deleted';
      return afterSignIn(state, '/account/checkout', pays ? '/manage/billing' : '/account/change-plan');
    },
  ],
  // Open again whenever more teammates are to be invited.
  [
    '/invite-teammate',
    (state) =>
      state.step === 'launch'
        ? '/invite-teammate'
        : afterSignIn(state, '/invite-teammate', '/invite-teammate'),
  ],
  ['/app-selection', (state) => home(state)],
  ['/send-confirmation', (state) => home(state)],
  ['/sign-out', (state) => home(state)],
];

test.for(ends)('%s redirects everyone to their next step', async ([page, endOf]) => {
  const found = await mapConcurrently(arrivals, async (arrival) => {
    const { visited } = await walk(arrival, page);
    return [arrival.state.name, visited.at(-1)?.address];
  });
  const expected = arrivals.map(({ state }) => [state.name, endOf(state)]);
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected));
});

// The few that spec §2 and design §4 tell by name, as they stand there.
test.for([
  ['anonymous', '/dashboard', '/login?returnPath=%2Fdashboard', 200],
  ['expired session', '/dashboard', '/login', 200],
  ['garbage cookie', '/manage', '/login', 200],
  ['unconfirmed', '/dashboard', '/confirm-email', 200],
  ['unconfirmed', '/account', '/confirm-email', 200],
  ['before the survey', '/dashboard', '/account/setup', 200],
  ['before the apps', '/manage', '/account/setup', 200],
  ['before the invitations', '/register', '/invite-teammate', 200],
  ['before the launch', '/', '/account/launching', 200],
  ['trialing owner', '/account/setup', '/dashboard', 200],
  ['trialing owner', '/manage/billing', '/manage', 200],
  ['active owner', '/manage/billing', '/manage/billing', 200],
  ['past due owner', '/manage/billing', '/manage/billing', 200],
  ['paused owner', '/manage/billing', '/manage/billing', 200],
  ['deleted owner', '/manage/billing', '/manage/billing', 200],
  ['member', '/manage/billing', '/manage/billing', 403],
  ['operator', '/manage/billing', '/manage/billing', 403],
  ['billing member', '/manage/billing', '/dashboard', 200],
  ['past due owner', '/account/change-plan', '/manage/billing', 200],
  ['paused owner', '/account/change-plan', '/manage/billing', 200],
  ['deleted owner', '/account/change-plan', '/account/change-plan', 200],
  ['billing member', '/account/change-plan', '/account/change-plan', 200],
  ['operator', '/account/change-plan', '/account/change-plan', 403],
  ['member', '/account/change-plan', '/account/change-plan', 403],
  ['billing member of a paying account', '/manage/billing', '/manage/billing', 200],
  ['trialing owner', '/login', '/dashboard', 200],
  ['member', '/login?returnPath=/account', '/account', 200],
  ['trialing owner', '/register?returnPath=/account', '/account', 200],
  ['trialing owner', '/register?returnPath=//evil.example', '/dashboard', 200],
  ['trialing owner', '/register', '/dashboard', 200],
  ['before the apps', '/register?returnPath=/account', '/account/setup', 200],
  ['trialing owner', '/dashboard?templateId=', '/dashboard', 200],
  ['trialing owner', '/dashboard?templateId=..%2Fevil', '/dashboard', 200],
  ['trialing owner', '/login?returnPath=//evil.example', '/dashboard', 200],
  ['trialing owner', '/dashboard?templateId=123', '/dashboard', 200],
  ['member of an account before its survey', '/account/setup', '/dashboard', 200],
  ['second factor due', '/dashboard', '/login/second-factor?returnPath=%2Fdashboard', 200],
  ['second factor due', '/account/security', '/login/second-factor?returnPath=%2Faccount%2Fsecurity', 200],
  ['second factor due', '/login', '/login', 200],
  ['member', '/login/second-factor?returnPath=/account', '/account', 200],
  ['anonymous', '/login/second-factor', '/login', 200],
  ['member who owes a second factor', '/dashboard', '/account/security', 200],
  ['owner who owes a second factor', '/manage/billing', '/account/security', 200],
  ['owner who owes a second factor', '/account/confirm-access', '/account/confirm-access', 200],
] as const)('%s at %s ends at %s with %i', async ([name, page, end, status]) => {
  const arrival = arrivals.find(({ state }) => state.name === name);
  if (!arrival) throw new Error(`There is no state ${name}.`);
  const walked = await walk(arrival, page);
  expect([walked.visited.at(-1)?.address, walked.status]).toEqual([end, status]);
});

interface Answer {
  status: number;
  target: string | null;
  /** Those of the browser afterwards. */
  cookies: ReadonlyMap<string, string>;
}

/** By who asks with which cookies, and the address: nobody here changes anything, so each is asked once. */
const answers = new Map<string, Promise<Answer>>();

function open(arrival: Arrival, cookies: Answer['cookies'], address: string): Promise<Answer> {
  const key = JSON.stringify([arrival.state.name, [...cookies].sort(), address]);
  const known = answers.get(key) ?? ask(arrival, cookies, address);
  answers.set(key, known);
  return known;
}

async function ask(arrival: Arrival, cookies: Answer['cookies'], address: string): Promise<Answer> {
  const browser = browserLike(arrival);
  browser.cookies.clear();
  for (const [name, value] of cookies) browser.cookies.set(name, value);
  const response = await browser.get(address);
  await response.body?.cancel();
  return {
    status: response.status,
    target: response.headers.get('Location'),
    cookies: browser.cookies,
  };
}

/** Follows from page to page as a browser does. @throws when it is led away from the portal. */
async function walk(arrival: Arrival, path: string) {
  let { cookies }: Pick<Answer, 'cookies'> = arrival.client;
  const cookie = () => cookies.get('token') ?? 'no cookie';
  const visited = [{ address: path, cookie: cookie() }];
  for (let address = path; ; ) {
    const answer = await open(arrival, cookies, address);
    cookies = answer.cookies;
    if (answer.target === null || visited.length > MAX_HOPS) return { visited, status: answer.status };
    const next = new URL(answer.target, portal.portalUrl);
    if (next.origin !== portal.portalUrl) throw new Error(`${address} leads away, to ${answer.target}`);
    address = next.pathname + next.search;
    visited.push({ address, cookie: cookie() });
  }
}

const nobodyHas =
  /^\/help\/tickets\/|^\/dashboard\/parts\/|^\/manage\/billing\/invoice\/|^\/manage\/export\/(?:restore$|:backupId\/)|^\/manage\/webhooks\/|^\/manage\/usage\/executions\.csv$|^\/final-backup/;

function endStatusOf(address: string, state: State): number {
  const { pathname } = new URL(address, portal.portalUrl);
  if (pathname === '/no-such-page') return 404;
  // A link is what opens it; here there is none.
  if (pathname === '/invitation' || pathname === '/second-factor/remove') return 400;
  if (isLive(state) && !state.owesFactor && closedTo[pathname]?.(state)) return 403;
  // Nobody has a bill, a backup or a request to support of this name.
  return nobodyHas.test(pathname) ? 404 : 200;
}

function isLive({ cookie }: State): boolean {
  return cookie === 'live';
}

function home(state: State): string {
  return isLive(state) ? afterSignIn(state, pageOf(state.step), pageOf(state.step)) : '/login';
}

/** @param whenDone where the page leads once no step is left; the dashboard by default. */
function afterSignIn(state: State, page: string, whenDone = '/dashboard'): string {
  if (state.cookie === 'none') return `/login?${new URLSearchParams({ returnPath: page })}`;
  if (state.cookie === 'dead') return '/login';
  if (state.cookie === 'due') return `/login/second-factor?${new URLSearchParams({ returnPath: page })}`;
  if (state.owesFactor) return '/account/security';
  return state.step === null ? whenDone : pageOf(state.step);
}
