import { afterAll, beforeAll, expect, test } from 'vitest';
import { withRevalidation } from '#app/components/form/keep-after-failure.ts';
import { type ErrorCode, errorCatalogue } from '#app/domain/errors/catalogue.ts';
import { errors } from '#app/i18n/en/errors.ts';
import { en } from '#app/i18n/en/index.ts';
import type { Stack } from '#scripts/local/stack.ts';
import { openRows } from '../support/account-rows.ts';
import { wordsOf } from '../support/backup-calls.ts';
import { builtRoutes } from '../support/built-routes.ts';
import { fieldsOf, pathOf, postedPages } from '../support/form-posts.ts';
import { formRoutes } from '../support/form-routes.ts';
import { PortalClient } from '../support/portal-client.ts';
import { addPeopleIn, browserLike, type PersonInState, statesOf } from '../support/states.ts';
import { startTestStack } from '../support/test-stack.ts';

/** A separate stack, whose database is down. */
let stack: Stack;
/**
 * Somebody without a cookie, and people in every state that some page's guard admits. Without its database the portal cannot
 * tell those people apart, so each form is posted by one of them.
 */
let people: PersonInState[];
let humanCheck: string;

beforeAll(async () => {
  stack = await startTestStack({ isDirect: true });
  people = await addPeopleIn(
    statesOf(
      'anonymous',
      'unconfirmed',
      'before the survey',
      'before the apps',
      'before the invitations',
      'before the launch',
      'active owner',
      'second factor due',
    ),
    stack,
    openRows(stack.databaseUrl),
  );
  humanCheck = await new PortalClient(stack).humanCheck();
  await stack.killDatabase();
});
afterAll(() => stack?.stop());

/** Posts that end before they reach the database. */
const needNoDatabase = [
  'routes/consent',
  'routes/consent what is not a choice',
  'routes/theme',
  'routes/login',
  'routes/register',
  'routes/change-email',
];
/** Routes without a form to render: their failure is an error page. */
const withoutForm = ['routes/close-banner', 'routes/theme', 'routes/sign-out', 'routes/not-found'];
const forms = postedPages.filter(({ id }) => !withoutForm.includes(id));
const SECRET = 'a secret nobody repeats';

test('each page with a form answers it, and keeps it on the screen after a failure', () => {
  for (const { id } of postedPages) {
    const module = builtRoutes[id]?.module ?? {};
    const { action, default: screen } = module;
    const { shouldRevalidate } = withRevalidation(module);
    const hasForm = !withoutForm.includes(id);
    expect([id, action?.answersForms === true]).toEqual([id, hasForm]);
    if (!hasForm) continue;
    expect(screen, id).toBeDefined();
    const revalidates = (actionStatus: number) =>
      shouldRevalidate?.({ actionStatus, defaultShouldRevalidate: true });
    expect([id, revalidates(503), revalidates(422)]).toEqual([id, false, true]);
  }
});

const posts = forms
  .flatMap(({ id, calls }) => calls.map((call) => ({ id, call })))
  .map((post, index) => ({ ...post, index }));

/** @returns the person with a session who posts this form; another one for the next form. */
function personFor(index: number): PersonInState {
  const signedIn = people.filter(({ state }) => state.cookie !== 'none');
  const person = signedIn[index % signedIn.length];
  if (!person) throw new Error('Nobody is there.');
  return person;
}

test.for(posts)('$id ($call.as) answers its form while the database is down', async ({ id, call, index }) => {
  const secrets = new Set((formRoutes[id]?.forms ?? []).flatMap((form) => form.secrets));
  const outcomes = [];
  const visitors = people.filter(({ state }) => state.cookie === 'none');
  for (const person of [...visitors, personFor(index)]) {
    const fields = fieldsOf(call, person.ids);
    const body = new URLSearchParams(
      fields.map(([name, value]): [string, string] => [name, secrets.has(name) ? SECRET : value]),
    );
    const url = new URL(pathOf(call, person.ids), stack.portalUrl);
    url.searchParams.set('_data', id);
    const client = browserLike(person);
    const answer = await client.post(url.pathname + url.search, body);
    const text = await answer.text();
    const title = `${id} of ${person.state.name}: ${answer.status} ${text}`;
    expect(text, title).not.toContain(SECRET);
    if (answer.status < 500) continue;
    outcomes.push(title);
    expect([answer.status, answer.headers.get('Retry-After')], title).toEqual([503, '10']);
    expect(answer.headers.get('X-Remix-Catch'), title).toBeNull();
    const { failure, status, error, initialValue } = JSON.parse(text);
    expect(Object.hasOwn(errorCatalogue, failure), title).toBe(true);
    expect([status, error['']], title).toEqual(['error', [errors[failure as ErrorCode]]]);
    expect(initialValue, title).toBeDefined();
  }
  const name = call.as === undefined ? id : `${id} ${call.as}`;
  expect(outcomes.length > 0, name).toBe(!needNoDatabase.includes(name));
});

test.for(posts)(
  '$id ($call.as) without JavaScript says how to resend it while the database is down',
  async ({ id, call, index }) => {
    const secrets = new Set((formRoutes[id]?.forms ?? []).flatMap((form) => form.secrets));
    const person = personFor(index);
    const fields = fieldsOf(call, person.ids).map(([name, value]): [string, string] => [
      name,
      secrets.has(name) ? SECRET : value,
    ]);
    const client = browserLike(person);
    const answer = await client.post(pathOf(call, person.ids), new URLSearchParams(fields));
    const title = `${id} of ${person.state.name}`;
    const name = call.as === undefined ? id : `${id} ${call.as}`;
    expect(answer.status < 500, title).toBe(needNoDatabase.includes(name));
    if (answer.status < 500) return;
    expect([answer.status, answer.headers.get('Retry-After')], title).toEqual([503, '10']);
    expect(await answer.clone().text(), title).not.toContain(SECRET);
    const words = await wordsOf(answer);
    // A link would open the page without what was typed.
    expect(words, title).toContain(en.layout.sendAgain);
    expect(words, title).not.toContain(en.layout.tryAgain);
  },
);

/** Visitors' forms without a script: the whole page responds and keeps the typed fields. */
const visitors: Array<
  [path: string, fields: () => Record<string, string>, sentence: string, kept: string[]]
> = [
  [
    '/register',
    () => ({
      fullName: 'Ada Lovelace',
      email: 'ada@example.com',
      confirmEmail: 'ada@example.com',
      password: 'analytical engine',
      accountName: 'ada-lovelace',
      humanCheck,
    }),
    errors.registration_unavailable,
    ['value="ada@example.com"'],
  ],
  ['/login', () => ({ login: 'ada', password: SECRET }), errors.login_failed, ['value="ada"']],
  [
    '/magic-link',
    () => ({ email: 'ada@example.com' }),
    errors.magic_link_not_sent,
    ['value="ada@example.com"'],
  ],
  [
    '/forgot-password',
    () => ({ email: 'ada@example.com' }),
    errors.reset_not_sent,
    ['value="ada@example.com"'],
  ],
];

test.for(visitors)(
  '%s without JavaScript shows the form again, with its input',
  async ([path, fields, ...shown]) => {
    const [sentence, kept] = shown;
    const posted = fields();
    const answer = await new PortalClient(stack).post(path, posted);
    expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '10']);
    const html = await answer.clone().text();
    expect(await wordsOf(answer)).toContain(sentence);
    for (const value of kept) expect(html).toContain(value);
    expect(html).not.toContain(posted.password ?? SECRET);
  },
);
