import { beforeAll, expect, inject, test } from 'vitest';
import { portalForms } from '#app/http/portal-forms.ts';
import { openRows } from '../support/account-rows.ts';
import { createSizeCheck, fieldsOf, pathOf, postedPages, routesWithForms } from '../support/form-posts.ts';
import { formRoutes } from '../support/form-routes.ts';
import { mapConcurrently } from '../support/map-concurrently.ts';
import { type Arrival, arriveIn, browserLike, statesOf } from '../support/states.ts';

const portal = inject('portal');
/** One who is let in by each page's guard; who pays is asked of the provider, which knows nobody here. */
const admitted = statesOf(
  ...['anonymous', 'before the survey', 'before the apps', 'before the invitations', 'before the launch'],
  ...['trialing owner', 'active owner', 'second factor due'],
);
let arrivals: Arrival[];
let isTooLarge: Awaited<ReturnType<typeof createSizeCheck>>;

beforeAll(async () => {
  arrivals = await arriveIn(admitted, portal, openRows(portal.databaseUrl));
  isTooLarge = await createSizeCheck(arrivals.map(({ client }) => client));
});

test('the table of forms has every page with an action, and every form of the portal', () => {
  expect(Object.keys(formRoutes).sort()).toEqual(routesWithForms.sort());
  expect(postedPages.filter(({ calls }) => calls.length === 0)).toEqual([]);
  const parsed = Object.values(formRoutes).flatMap(({ forms }) => [...forms]);
  for (const [name, form] of Object.entries(portalForms)) expect(parsed, name).toContain(form);
});

/** By what it is: fields, and whether a page that reads its form refuses it (400 or 422) whatever else is posted. */
const hostile: [string, [string, string], { isRefused: boolean }][] = [
  ['an array index of ten million', ['a[10000000]', 'x'], { isRefused: false }],
  ['an intent that is null', ['__intent__', 'null'], { isRefused: true }],
  ['an intent that is a list', ['__intent__', '[]'], { isRefused: true }],
  ['an unknown intent', ['__intent__', '{"type":"explode","payload":{}}'], { isRefused: true }],
  ['a field path 5,000 deep', ['a.'.repeat(5_000), 'x'], { isRefused: true }],
];

test.for(hostile)('%s posted to every form causes no 5xx, and no large answer', async ([, field, wanted]) => {
  const posts = postedPages.flatMap(({ id, calls, names }) =>
    calls.flatMap((call) =>
      arrivals
        // A guard that turns somebody away reads nothing.
        .filter(({ state }) => state.cookie === 'none' || (call.steps ?? [null]).includes(state.step))
        .map((arrival) => ({ id, call, arrival, isRead: names.length > 0 })),
    ),
  );
  const refused = new Set<string>();
  await mapConcurrently(posts, async ({ id, call, arrival }) => {
    const body = new URLSearchParams([...fieldsOf(call, arrival.ids), field]);
    const path = pathOf(call, arrival.ids);
    const client = browserLike(arrival);
    // Its session goes on for the other posts.
    if (id === 'routes/sign-out') client.cookies.clear();
    const answer = await client.post(path, body);
    const answered = (await answer.arrayBuffer()).byteLength;
    const title = `${id}, ${call.as ?? ''}, ${arrival.state.name}: ${answer.status}`;
    expect(await isTooLarge(id, path, { sent: body.toString().length, answered }), title).toBe(false);
    // What the provider does not know fails as without the field.
    if (answer.status !== 502) expect(answer.status, title).toBeLessThan(500);
    if (answer.status === 400 || answer.status === 422) refused.add(id);
  });
  if (!wanted.isRefused) return;
  // An archive's form is no list of fields: it is read as it arrives.
  const read = posts.filter(({ isRead, id }) => isRead && id !== 'routes/manage-export-upload');
  for (const { id } of read) expect([...refused]).toContain(id);
});
