import { beforeAll, expect, inject, test } from 'vitest';
import { portalForms } from '#app/http/portal-forms.ts';
import { expectAnswer, ways } from '../support/access-ways.ts';
import { openRows } from '../support/account-rows.ts';
import type { Call } from '../support/call.ts';
import { createSizeCheck, fieldsOf, pathOf, postedPages, routesWithForms } from '../support/form-posts.ts';
import { formRoutes } from '../support/form-routes.ts';
import { mapConcurrently } from '../support/map-concurrently.ts';
import { addPeopleIn, browserLike, type PersonInState, statesOf } from '../support/states.ts';

const portal = inject('portal');
/** One state per page guard. The provider does not know the paying account, so calls to it fail with 502. */
const admitted = statesOf(
  'anonymous',
  'before the survey',
  'before the apps',
  'before the invitations',
  'before the launch',
  'trialing owner',
  'active owner',
  'second factor due',
);
let people: PersonInState[];
let isTooLarge: Awaited<ReturnType<typeof createSizeCheck>>;

beforeAll(async () => {
  people = await addPeopleIn(admitted, portal, openRows(portal.databaseUrl));
  isTooLarge = await createSizeCheck(people.map(({ client }) => client));
});

test('the table of forms has every page with an action, and every form of the portal', () => {
  expect(Object.keys(formRoutes).sort()).toEqual(routesWithForms.sort());
  expect(postedPages.filter(({ calls }) => calls.length === 0)).toEqual([]);
  const parsed = Object.values(formRoutes).flatMap(({ forms }) => [...forms]);
  for (const [name, form] of Object.entries(portalForms)) expect(parsed, name).toContain(form);
});

/** By kind: the field, and whether a page that reads its form refuses it (400 or 422) whatever else is posted. */
const hostile: [string, [string, string], { isRefused: boolean }][] = [
  ['an array index of ten million', ['a[10000000]', 'x'], { isRefused: false }],
  ['an intent that is null', ['__intent__', 'null'], { isRefused: true }],
  ['an intent that is a list', ['__intent__', '[]'], { isRefused: true }],
  ['an unknown intent', ['__intent__', '{"type":"explode","payload":{}}'], { isRefused: true }],
  ['a field path 5,000 deep', ['a.'.repeat(5_000), 'x'], { isRefused: true }],
];

/** What a person in a state posts with a call; `isRead`: a form is parsed from it. */
interface Post {
  id: string;
  call: Call;
  person: PersonInState;
  isRead: boolean;
}

/**
 * The posts of one hostile field: each call by one person whom its guard admits, and by each further visitor, or person at
 * the call's step, with one of the fields. `WEFT_FUZZ=1 vitest run --project portal tests/portal/form-bounds.test.ts` posts each field as everyone.
 */
function postsOf(field: number): Post[] {
  const isWhole = process.env.WEFT_FUZZ !== undefined;
  return ways
    .filter(({ id, what }) => what === 'action' && formRoutes[id] !== undefined)
    .flatMap((way, index) => {
      const { id, call } = way;
      // The provider does not know the paying account.
      const isAdmitted = ({ state }: PersonInState) => !expectAnswer(way, state, '/', false).isRefused;
      const reading = people.filter(isAdmitted);
      const reader = reading[(index + field) % Math.max(reading.length, 1)];
      const isRead = (postedPages.find((page) => page.id === id)?.names.length ?? 0) > 0;
      return people
        .filter(({ state }) => state.cookie === 'none' || (call.steps ?? [null]).includes(state.step))
        .filter((person, at) => isWhole || person === reader || (index + at) % hostile.length === field)
        .map((person) => ({ id, call, person, isRead: isRead && person === reader }));
    });
}

test.for(hostile)('%s posted to every form causes no 5xx, and no large answer', async ([, field, wanted]) => {
  const posts = postsOf(hostile.findIndex(([, one]) => one === field));
  const refused = new Set<string>();
  await mapConcurrently(posts, async ({ id, call, person }) => {
    const body = new URLSearchParams([...fieldsOf(call, person.ids), field]);
    const path = pathOf(call, person.ids);
    const client = browserLike(person);
    // Keeps the session for the other posts.
    if (id === 'routes/sign-out') client.cookies.clear();
    const answer = await client.post(path, body);
    const answered = (await answer.arrayBuffer()).byteLength;
    const title = `${id}, ${call.as ?? ''}, ${person.state.name}: ${answer.status}`;
    expect(await isTooLarge(id, path, { sent: body.toString().length, answered }), title).toBe(false);
    // An unknown id at the provider fails as it does without the hostile field.
    if (answer.status !== 502) expect(answer.status, title).toBeLessThan(500);
    if (answer.status === 400 || answer.status === 422) refused.add(id);
  });
  if (!wanted.isRefused) return;
  // The upload's form is a stream, not a list of fields.
  const read = posts.filter(({ isRead, id }) => isRead && id !== 'routes/manage-export-upload');
  for (const { id } of read) expect([...refused]).toContain(id);
});
