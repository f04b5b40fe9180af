import { beforeAll, expect, inject, test } from 'vitest';
import { can } from '#app/domain/access/roles.ts';
import { openRows } from '../support/account-rows.ts';
import { builtRoutes } from '../support/built-routes.ts';
import { pageOf } from '../support/expected-answer.ts';
import { mapConcurrently } from '../support/map-concurrently.ts';
import { addPersonInEachState, browserLike, type PersonInState, type State } from '../support/states.ts';

const portal = inject('portal');
const MAX_HOPS = 5;

/** Every page of the built application, and an unknown one; API paths redirect nowhere. */
const pages = Object.entries(builtRoutes).flatMap(([id, route]) => {
  if (id === 'root') return [];
  return [route.path === '*' ? '/no-such-page' : `/${route.path ?? ''}`];
});

/** Pages that some roles cannot open, listed apart from the guards' code. */
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

let people: PersonInState[];
beforeAll(async () => {
  people = await addPersonInEachState(portal, openRows(portal.databaseUrl));
});

test('finds pages to walk', () => {
  expect(pages).toEqual(expect.arrayContaining(['/', '/login', '/dashboard', '/manage/billing']));
});

/**
 * States that walk every page in turns: tests/unit/access/admission.test.ts tries each admission in each state, and the
 * pages of the main path are walked in each state below. `WEFT_FUZZ=1 vitest run --project portal
 * tests/portal/guards-walk.test.ts` walks every page in every state.
 */
const alike = [
  ['garbage cookie', 'truncated cookie', 'unknown session', 'expired session'],
  ['before the survey', 'before the apps', 'before the invitations', 'before the launch'],
  ['trialing owner', 'active owner', 'past due owner', 'paused owner', 'deleted owner'],
  ['billing member', 'billing member of a paying account'],
  ['operator', 'operator of a paying account'],
  ['member', 'member of an account before its survey'],
  ['member who owes a second factor', 'owner who owes a second factor'],
  ['anonymous'],
  ['unconfirmed'],
  ['second factor due'],
];
/** URLs with a query are walked in one state of each kind: roles and plans do not affect them. */
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
const walks = pages.flatMap((path, page) =>
  ['', '?templateId=123', '?returnPath=/dashboard'].map((search, query) => ({
    path: path + search,
    // Neighbouring pages and the two queries are walked by other people.
    who:
      search === ''
        ? alike.map((names) => names[page % names.length])
        : queried.filter((_, at) => at % 4 === (page + 2 * query) % 4),
  })),
);

test('every state walks, and each kind of person the queries', () => {
  const names = people.map(({ state }) => state.name);
  expect(alike.flat().sort()).toEqual([...names].sort());
  expect(names).toEqual(expect.arrayContaining(queried));
  expect([...new Set(walks.flatMap(({ who }) => who))].sort()).toEqual([...names].sort());
});

test.for(walks)('$path redirects everyone to a final page', async ({ path, who }) => {
  const isWhole = process.env.WEFT_FUZZ !== undefined;
  const walkers = people.filter(({ state }) => isWhole || who.includes(state.name));
  const ends = await mapConcurrently(walkers, async (person) => {
    const { visited, status } = await walk(person, path);
    return { state: person.state, visited, status };
  });
  for (const { state, visited, status } of ends) {
    const way = `${state.name}: ${visited.map(({ address }) => address).join(' -> ')} ends with ${status}`;
    expect(visited.length - 1, way).toBeLessThanOrEqual(MAX_HOPS);
    // An address may repeat only without the invalid cookie of the first request.
    expect(new Set(visited.map(({ address, cookie }) => `${address} ${cookie}`)).size, way).toBe(
      visited.length,
    );
    expect(status, way).toBe(endStatusOf(visited.at(-1)?.address ?? path, state));
  }
});

/** The final page for each state that opens a page of the main path. */
const ends: Array<[page: string, (state: State) => string]> = [
  ['/', (state) => home(state)],
  ['/login', (state) => home(state)],
  ['/register', (state) => (isLive(state) ? home(state) : '/register')],
  ['/dashboard', (state) => afterSignIn(state, '/dashboard')],
  // Explains an ended session itself: its person may have confirmed in another browser.
  ['/confirm-email', (state) => (state.cookie === 'dead' ? '/login' : afterSignIn(state, '/confirm-email'))],
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
  // The change-plan rule (spec §5): past due or paused accounts go to billing first.
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
  // Without a transaction to check out, redirects to the plans.
  [
    '/account/checkout',
    (state) => {
      if (!can(state.role, 'billing:manage'))
        return afterSignIn(state, '/account/checkout', '/account/checkout');
      const pays = state.subscription !== null && state.subscription !== 'deleted';
      return afterSignIn(state, '/account/checkout', pays ? '/manage/billing' : '/account/change-plan');
    },
  ],
  // Stays open, because teammates can be invited at any time.
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
  const found = await mapConcurrently(people, async (person) => {
    const { visited } = await walk(person, page);
    return [person.state.name, visited.at(-1)?.address];
  });
  const expected = people.map(({ state }) => [state.name, endOf(state)]);
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected));
});

// The cases that spec §2 and design §4 name, as written there.
test.for([
  ['anonymous', '/dashboard', '/login?returnPath=%2Fdashboard', 200],
  ['expired session', '/dashboard', '/login?returnPath=%2Fdashboard', 200],
  ['garbage cookie', '/manage', '/login?returnPath=%2Fmanage', 200],
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
  ['trialing owner', '/?returnPath=/account', '/account', 200],
  ['trialing owner', '/?returnPath=//evil.example', '/dashboard', 200],
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
  const person = people.find(({ state }) => state.name === name);
  if (!person) throw new Error(`There is no state ${name}.`);
  const walked = await walk(person, page);
  expect([walked.visited.at(-1)?.address, walked.status]).toEqual([end, status]);
});

interface Answer {
  status: number;
  target: string | null;
  /** The browser's cookies afterwards. */
  cookies: ReadonlyMap<string, string>;
}

/** By state, cookies and address: nothing changes here, so each request is sent once. */
const answers = new Map<string, Promise<Answer>>();

function open(person: PersonInState, cookies: Answer['cookies'], address: string): Promise<Answer> {
  const key = JSON.stringify([person.state.name, [...cookies].sort(), address]);
  const known = answers.get(key) ?? ask(person, cookies, address);
  answers.set(key, known);
  return known;
}

async function ask(person: PersonInState, cookies: Answer['cookies'], address: string): Promise<Answer> {
  const browser = browserLike(person);
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

/** Follows redirects like a browser. @throws when one leaves the portal. */
async function walk(person: PersonInState, path: string) {
  let { cookies }: Pick<Answer, 'cookies'> = person.client;
  const cookie = () => cookies.get('token') ?? 'no cookie';
  const visited = [{ address: path, cookie: cookie() }];
  for (let address = path; ; ) {
    const answer = await open(person, cookies, address);
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
  // The link that opens these pages is missing.
  if (pathname === '/invitation' || pathname === '/second-factor/remove') return 400;
  if (isLive(state) && !state.owesFactor && closedTo[pathname]?.(state)) return 403;
  // No bill, backup or support request has this id.
  return nobodyHas.test(pathname) ? 404 : 200;
}

function isLive({ cookie }: State): boolean {
  return cookie === 'live';
}

function home(state: State): string {
  return isLive(state) ? afterSignIn(state, pageOf(state.step), pageOf(state.step)) : '/login';
}

/** @param whenDone the page's target once no step is left; the dashboard by default. */
function afterSignIn(state: State, page: string, whenDone = '/dashboard'): string {
  if (state.cookie === 'none' || state.cookie === 'dead')
    return `/login?${new URLSearchParams({ returnPath: page })}`;
  if (state.cookie === 'due') return `/login/second-factor?${new URLSearchParams({ returnPath: page })}`;
  if (state.owesFactor) return '/account/security';
  return state.step === null ? whenDone : pageOf(state.step);
}
