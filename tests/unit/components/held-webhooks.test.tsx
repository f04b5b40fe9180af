import { expect, test } from 'vitest';
import type { HeldList, HeldPath, HeldRequest } from '#app/domain/held-webhooks/held-request.ts';
import { HOUR_MS } from '#app/domain/time/clock.ts';
import { en } from '#app/i18n/en/index.ts';
import { BodyCard, ValuesCard } from '#app/routes/manage-webhook/cards.tsx';
import { PathsCard } from '#app/routes/manage-webhooks/paths-card.tsx';
import { SummaryCard } from '#app/routes/manage-webhooks/queue-cards.tsx';
import { RequestsCard } from '#app/routes/manage-webhooks/requests-card.tsx';
import { instanceView } from './instance-view.ts';
import { attributesOf, renderPage, textOf } from './render.tsx';

const at = Date.UTC(2026, 10, 21, 9, 14);
const filter = { path: null, state: null, cursor: null };

const request = (changes: Partial<HeldRequest> = {}): HeldRequest => ({
  id: 'hld_1',
  path: '/webhook/orders',
  method: 'POST',
  size: 27,
  receivedAt: at,
  from: '203.0.113.9',
  why: 'restarting',
  state: 'waiting',
  failure: null,
  attempts: 0,
  nextAt: null,
  lastStatus: null,
  finishedAt: null,
  hasContent: true,
  ...changes,
});

const path = (changes: Partial<HeldPath> = {}): HeldPath => ({
  path: '/webhook/orders',
  waiting: 1,
  failed: 0,
  oldestAt: at,
  answerMatters: null,
  choice: 'learn',
  hours: [
    { at: Math.floor(at / HOUR_MS) * HOUR_MS, arrived: 3, held: 2, refused: 1, replayed: 1, failed: 0 },
  ],
  ...changes,
});

const list = (changes: Partial<HeldList> = {}): HeldList => ({
  instance: instanceView(),
  paused: false,
  order: 'behind',
  paths: [path()],
  totalPaths: 1,
  requests: [request()],
  nextCursor: null,
  bounds: { count: 1_000, bytes: 65_536_000, hours: 72 },
  totals: { waiting: 1, failed: 0, replayed: 0, dropped: 0, oldestAt: at, bytes: 27 },
  now: at,
  ...changes,
});

const requests = (held: Partial<HeldList>, canConfigure = true) =>
  renderPage(<RequestsCard held={list(held)} filter={filter} canConfigure={canConfigure} />);

test('a waiting request shows its kind, why it was held, and its actions', async () => {
  const html = await requests({ requests: [request({ attempts: 2, lastStatus: 503, nextAt: at + 10_000 })] });
  const text = textOf(html);
  expect(text).toContain('POST /webhook/orders');
  expect(text).toContain('Your workspace was restarting');
  expect(text).toContain('Tried 2 times, last response 503');
  expect(html).toContain('href="/manage/webhooks/hld_1"');
  expect(html).toContain('Replay now: POST /webhook/orders');
  expect(html).toContain('Drop POST /webhook/orders');
});

test('a failed request shows why, and can be replayed while its content is kept', async () => {
  const failed = request({ state: 'failed', failure: 'poison', attempts: 5, finishedAt: at });
  expect(textOf(await requests({ requests: [failed] }))).toMatch(
    /stopped your workspace five times.*Replay again/,
  );
  const gone = await requests({ requests: [{ ...failed, hasContent: false }] });
  expect(gone).not.toContain('Replay again');
  expect(gone).not.toContain('href="/manage/webhooks/hld_1"');
});

test.for(['replayed', 'dropped'] as const)('a request that was %s offers no actions', async (state) => {
  const html = await requests({ requests: [request({ state, finishedAt: at, hasContent: false })] });
  expect(textOf(html)).toContain(en.webhooks.list.states[state]);
  expect(html).not.toContain('name="intent"');
});

test('a role that cannot configure the workspace gets no button and no link to content', async () => {
  const html = await requests({}, false);
  expect(html).not.toContain('name="intent"');
  expect(html).not.toContain('/manage/webhooks/hld_1');
});

test('the next page keeps the filter', async () => {
  const filtered = { path: '/webhook/orders', state: 'waiting', cursor: null } as const;
  const html = await renderPage(
    <RequestsCard held={list({ nextCursor: '120' })} filter={filtered} canConfigure />,
  );
  expect(html).toContain('/manage/webhooks?path=%2Fwebhook%2Forders&amp;state=waiting&amp;cursor=120');
  expect(attributesOf(html, 'id="filter-path"').value).toBe('/webhook/orders');
});

test('the chart of a path has its sums in words and its hours in a table', async () => {
  const html = await renderPage(
    <PathsCard workspaceUrl="https://ada.weft.example" held={list()} filter={filter} canConfigure />,
  );
  expect(attributesOf(html, 'role="img"')['aria-label']).toBe(
    'The last 24 hours of /webhook/orders: 3 arrived while your workspace could not take them, 2 held, 1 replayed, 0 failed.',
  );
  expect(html.match(/<g>/g)).toHaveLength(24);
  expect(html).toMatch(/<td>3<\/td><td>2<\/td><td>1<\/td><td>1<\/td><td>0<\/td>/);
});

test('a hundred paths show ten, and the others on demand', async () => {
  const many = Array.from({ length: 100 }, (_, index) => path({ path: `/webhook/p${index}`, hours: [] }));
  const held = list({ paths: many, totalPaths: 10_000 });
  const text = textOf(
    await renderPage(
      <PathsCard workspaceUrl="https://ada.weft.example" held={held} filter={filter} canConfigure={false} />,
    ),
  );
  expect(text).toContain('Show 90 more paths');
  expect(text).toContain('These are 100 of 10,000 paths.');
});

test.for([
  [{ instance: instanceView({ status: 1 }) }, 'They’re being replayed now'],
  [{ instance: instanceView({ status: 2 }) }, 'as soon as your workspace is online'],
  [{ instance: instanceView({ status: 3 }) }, 'Your workspace is stopped.'],
  [{ paused: true }, 'The replay is paused'],
] as Array<[Partial<HeldList>, string]>)('the summary says what happens next: %#', async ([held, words]) => {
  const html = await renderPage(<SummaryCard held={list(held)} filter={filter} canConfigure />);
  expect(textOf(html)).toContain(words);
});

test('secrets are masked, and a sender’s input is text, never markup', async () => {
  const html = await renderPage(
    <>
      <ValuesCard
        title="Headers"
        values={[
          { name: 'authorization', value: '••••••••', isMasked: true },
          { name: 'x-a', value: '<b>1</b>', isMasked: false },
        ]}
      />
      <BodyCard body={{ encoding: 'text', content: '<script>1</script>', isCut: true }} />
    </>,
  );
  expect(textOf(html)).toContain('authorization masked');
  expect(html).toContain('&lt;b&gt;1&lt;/b&gt;');
  expect(html).toContain('&lt;script&gt;1&lt;/script&gt;');
  expect(textOf(html)).toContain('Only the first 64 kB are shown.');
  expect(await renderPage(<ValuesCard title="Query" values={[]} />)).toBe('');
  expect(textOf(await renderPage(<BodyCard body={null} />))).toContain('The body is empty.');
});
