import { expect, test } from 'vitest';
import type { HistoryEntry } from '#app/domain/instance/history.ts';
import { InstanceStatus, type InstanceView } from '#app/domain/instance/view.ts';
import { DAY_MS, HOUR_MS } from '#app/domain/time/clock.ts';
import { countElapsedDays } from '#app/domain/usage/months.ts';
import { en } from '#app/i18n/en/index.ts';
import { Explanation } from '#app/routes/dashboard/executions-card.tsx';
import { UsageCard } from '#app/routes/dashboard/usage-card.tsx';
import { usageMonths } from '#app/routes/dashboard/usage-months.ts';
import { Timeline } from '#app/routes/manage-status/timeline.tsx';
import { floorPercentText, UptimeCard } from '#app/routes/manage-status/uptime-card.tsx';
import { instanceView } from './instance-view.ts';
import { attributesOf, renderPage, textOf } from './render.tsx';

const now = Date.UTC(2026, 10, 21, 12);
const usage = { timeframe: '2026-11', executions: 820, activeWorkflows: 3 };
const card = { usageByDay: [], plan: {}, now };

test.each([
  [1, '100'],
  [0.999_99, '99.99'],
  [0.5, '50'],
  [0, '0'],
])('a share of %d reads %s %%', (share, text) => {
  expect(floorPercentText(share)).toBe(text);
});

const history: HistoryEntry[] = [
  { at: now - 10 * DAY_MS, phase: 'pending', cause: 'provision' },
  { at: now - 9 * DAY_MS, phase: 'online', cause: null },
  { at: now - 5 * DAY_MS, phase: 'pending', cause: 'recover' },
  { at: now - 5 * DAY_MS + 2 * HOUR_MS, phase: 'online', cause: null },
];

test('the uptime counts only failures, and its strip has a text alternative', async () => {
  const html = await renderPage(<UptimeCard history={history} now={now} />);
  expect(textOf(html)).toContain('99.07%');
  expect(html).toContain('9 days without a failure, 1 with one, 80 not counted.');
  const days = [...html.matchAll(/<title>[^<]*: ([^<]*)<\/title>/g)].map(([, share]) => share);
  const counted = ['100%', '100%', '100%', '100%', '91.66%', '100%', '100%', '100%', '100%', '100%'];
  expect(days).toEqual([...Array<string>(80).fill('not counted'), ...counted]);
  expect(textOf(html)).toContain(en.manage.status.excluded);
});

test('an unknown uptime shows no figure', async () => {
  const html = await renderPage(<UptimeCard history={history.slice(0, 1)} now={now} />);
  expect(textOf(html)).toContain(en.manage.status.unknown);
});

test('the timeline shows status, cause and duration, newest first', async () => {
  const text = textOf(await renderPage(<Timeline history={history} now={now} />));
  expect(text).toContain('Online 16 Nov 2026, 14:00 UTC · 4 days 22 hours so far');
  expect(text).toContain('Pending Restart because it stopped responding 16 Nov 2026, 12:00 UTC · 2 hours');
  expect(text.indexOf('16 Nov')).toBeLessThan(text.indexOf('11 Nov'));
});

test('a long timeline shows 50 lines and folds the rest', async () => {
  const entries = Array.from({ length: 120 }, (_, index) => ({
    at: now - (120 - index) * HOUR_MS,
    phase: 'online' as const,
    cause: null,
  }));
  const html = await renderPage(<Timeline history={entries} now={now} />);
  const [open = '', older = ''] = html.split('<details>');
  expect(open.match(/<li\b/g)).toHaveLength(50);
  expect(older.match(/<li\b/g)).toHaveLength(70);
  expect(older).toContain('Show 70 older entries');
});

test('months are separate, and the current reading is newer than the last kept day', () => {
  const byDay = [
    { day: '2026-09-30', executions: 40, activeWorkflows: 1 },
    { day: '2026-10-02', executions: 5, activeWorkflows: 1 },
    { day: '2026-10-30', executions: 90, activeWorkflows: 1 },
    { day: '2026-11-03', executions: 11, activeWorkflows: 1 },
  ];
  const { current, earlier } = usageMonths(byDay, usage, now);
  expect(current).toEqual({
    timeframe: '2026-11',
    days: [
      { day: 3, executions: 11 },
      { day: 21, executions: 820 },
    ],
    total: 820,
  });
  expect(earlier.map(({ timeframe, total }) => [timeframe, total])).toEqual([
    ['2026-10', 90],
    ['2026-09', 40],
  ]);
});

test('usage reported last month counts as last month’s', () => {
  const { current, earlier } = usageMonths([], { ...usage, timeframe: '2026-10' }, now);
  expect(current).toEqual({ timeframe: '2026-11', days: [], total: 0 });
  expect(earlier).toEqual([{ timeframe: '2026-10', days: [{ day: 31, executions: 820 }], total: 820 }]);
});

test('an open page shows a month that began after it was loaded', async () => {
  const instance = instanceView({ usage: { ...usage, timeframe: '2026-12', executions: 7 } });
  const text = textOf(await renderPage(<UsageCard {...card} instance={instance} />));
  expect(text).toContain('Usage in Dec 2026');
  expect(text).toContain('7 of 1,000');
});

test('a past month counts at most its own days', () => {
  expect(countElapsedDays('2026-11', now)).toBe(20.5);
  expect(countElapsedDays('2026-10', now)).toBe(31);
});

test.each([
  [820, 'At this pace, your executions run out on 26 Nov 2026'],
  [100, en.dashboard.usage.lasts],
  [0, en.dashboard.usage.none],
  [1_000, en.dashboard.usage.usedUp],
  [4_000, en.dashboard.usage.usedUp],
])('%d of 1,000 executions on the 21st', async (executions, sentence) => {
  const instance = instanceView({ usage: { ...usage, executions } });
  const html = await renderPage(<UsageCard {...card} instance={instance} />);
  expect(textOf(html)).toContain(sentence);
  expect(textOf(html)).toContain(`${executions.toLocaleString('en')} of 1,000`);
  expect(html).toContain(`${executions.toLocaleString('en')} of 1,000 by 21 Nov 2026.`);
  // Nothing is drawn outside the plot, whatever the usage.
  const plot = /<svg[^>]*role="img"[^>]*>(.*?)<\/svg>/s.exec(html)?.[1] ?? '';
  const drawn = [...plot.matchAll(/ d="([^"]+)"/g)].flatMap(([, path]) => path?.match(/-?[\d.]+/g) ?? []);
  expect(drawn).not.toEqual([]);
  for (const number of drawn) expect(Number(number)).toBeGreaterThanOrEqual(0);
});

const terms = { unitPrice: { amount: 800, currency: 'USD' }, maxExecutions: 500 };
const paid = { executions: 200, terms };
const tops = (html: string) =>
  [...html.matchAll(/<text[^>]*>([^<]+)<\/text>/g)].map(([, figure]) => figure).at(-1);

test.each([
  [900, null, 'high'],
  [1_200, null, 'full'],
  [1_200, paid, 'high'],
  [1_500, paid, 'full'],
])('%d of 1,000 executions, paid on with %o, show a %s meter', async (executions, overage, tone) => {
  const instance = instanceView({ usage: { ...usage, executions }, ...(overage && { overage }) });
  const html = await renderPage(<UsageCard {...card} instance={instance} />);
  expect(attributesOf(html, 'data-tone')['data-tone']).toBe(tone);
});

test.each([
  [4, {}, false],
  [5, {}, true],
  [6, {}, true],
  [6, null, false],
])(
  '%d of 5 active workflows, with the plan %o to change: a link to the plans: %s',
  async (active, plan, isLinked) => {
    const instance = instanceView({ usage: { ...usage, activeWorkflows: active } });
    const html = await renderPage(<UsageCard {...card} plan={plan} instance={instance} />);
    expect(textOf(html)).toContain(`${active} of 5`);
    expect(textOf(html).includes(en.dashboard.usage.moreWorkflows)).toBe(isLinked);
    expect(html.includes('href="/account/change-plan"')).toBe(isLinked);
  },
);

test.each([
  [100, 21, '1k'],
  [820, 21, '1k'],
  [1_200, 21, '1.5k'],
  // At this pace 12,300, of which the scale includes 1,500.
  [820, 2, '1.5k'],
])('the scale of %d executions on day %d has its highest figure at %s', async (executions, day, top) => {
  const instance = instanceView({ usage: { ...usage, executions } });
  const at = Date.UTC(2026, 10, day, 12);
  const html = await renderPage(<UsageCard {...card} instance={instance} now={at} />);
  expect(tops(html)).toBe(top);
});

test('a projection within the scale ends at the month’s end', async () => {
  const instance = instanceView({ usage: { ...usage, executions: 1_200 } });
  const html = await renderPage(<UsageCard {...card} instance={instance} />);
  expect(html).toMatch(/class="chart__projected" d="M[\d. ]+L300 /);
});

test('a stopped workspace has neither projection nor outlook, and promises no reports', async () => {
  const stopped = { status: InstanceStatus.Stopped };
  const show = async (changes: Partial<InstanceView>) =>
    renderPage(<UsageCard {...card} instance={instanceView({ ...stopped, ...changes })} />);
  const html = await show({ usage });
  expect(html).not.toContain('chart__projected');
  expect(textOf(html)).not.toContain('At this pace');
  for (const none of [{ usage: null }, { usage: { ...usage, executions: 0 } }]) {
    const text = textOf(await show(none));
    expect(text).toContain(en.dashboard.noneStopped);
    expect(text).not.toContain(en.dashboard.usage.empty);
  }
});

test.each([
  [{ isEmpty: true, isStopped: false, hasWorkflow: false }, true, en.dashboard.recent.empty],
  [{ isEmpty: true, isStopped: false, hasWorkflow: true }, false, en.dashboard.recent.more],
  [{ isEmpty: false, isStopped: false, hasWorkflow: true }, false, en.dashboard.recent.more],
  [{ isEmpty: true, isStopped: true, hasWorkflow: false }, false, en.dashboard.noneStopped],
])('few recent executions, %o, show what is true', async (props, isLinked, words) => {
  const text = textOf(await renderPage(<Explanation {...props} />));
  expect(text.includes(en.dashboard.recent.firstWorkflow)).toBe(isLinked);
  expect(text).toContain(words);
  expect(text.includes('within seconds')).toBe(!props.isStopped);
});

test('without usage the card shows a sentence instead of a chart', async () => {
  const html = await renderPage(<UsageCard {...card} instance={instanceView()} />);
  expect(textOf(html)).toContain(en.dashboard.usage.empty);
  expect(html).not.toContain('<svg');
});
