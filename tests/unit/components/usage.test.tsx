import { expect, test } from 'vitest';
import { DefaultLayout } from '#app/components/layout/default-layout.tsx';
import type { Money } from '#app/domain/billing/money.ts';
import type { ExecutionRow } from '#app/domain/usage/executions.ts';
import { executionTriggers, uncountedReasons } from '#app/domain/usage/executions.ts';
import type { Forecast } from '#app/domain/usage/forecast.ts';
import { en } from '#app/i18n/en/index.ts';
import { OverageCard } from '#app/routes/manage-billing/overage-card.tsx';
import { AtLimitCard, type ShownAtLimit } from '#app/routes/manage-usage/at-limit-card.tsx';
import { ExecutionsCard } from '#app/routes/manage-usage/executions-card.tsx';
import { MonthCard } from '#app/routes/manage-usage/month-card.tsx';
import { changeText, roundPercentText, WorkflowsCard } from '#app/routes/manage-usage/workflows-card.tsx';
import { instanceView } from './instance-view.ts';
import { renderFramed, renderPage, textOf } from './render.tsx';

const NOW = Date.UTC(2026, 10, 21, 12);
const viewer = {
  name: 'Ada',
  username: 'ada',
  email: 'ada@example.com',
  role: 'owner' as const,
  hasBilling: true,
};
const used = (executions: number, timeframe = '2026-11') =>
  instanceView({ usage: { timeframe, executions, activeWorkflows: 1 } });

const banner = (frame: Parameters<typeof renderFramed>[1], instance = used(960), path = '/dashboard') =>
  renderFramed(<DefaultLayout instance={instance}>Content</DefaultLayout>, { viewer, ...frame }, path);
const isWarned = async (...given: Parameters<typeof banner>) =>
  textOf(await banner(...given)).includes('of this month’s executions');

test('the warning shows the usage, links to its cause, and closes with a form', async () => {
  const html = await banner({});
  expect(textOf(html)).toContain('Your workspace has used 96% of this month’s executions');
  expect(textOf(html)).toContain('960 of 1,000 executions are used.');
  expect(html).toContain('href="/manage/usage"');
  expect(html).toContain('name="usageWarning" value="2026-11.1000.95"');
  expect(textOf(await banner({}, used(1_000)))).toContain('The limit is reached.');
});

test.each([
  ['owner', true],
  ['billing', true],
  ['operator', true],
  ['member', false],
] as const)('the warning is shown to a %s: %s', async (role, isShown) => {
  expect(await isWarned({ viewer: { ...viewer, role } })).toBe(isShown);
});

test.each([
  ['below half of the limit', {}, used(499), false],
  ['at half of it', {}, used(500), true],
  ['of a month that is over', {}, used(960, '2026-10'), false],
  ['of a month that began after the page was loaded', {}, used(960, '2026-12'), true],
  [
    'of a new month, after that of the page’s load was closed',
    { closedUsageWarning: '2026-11.1000.95' },
    used(960, '2026-12'),
    true,
  ],
  ['that was closed', { closedUsageWarning: '2026-11.1000.95' }, used(960), false],
  ['after a lower one was closed', { closedUsageWarning: '2026-11.1000.80' }, used(960), true],
  ['under another limit than the closed one', { closedUsageWarning: '2026-11.500.95' }, used(960), true],
  [
    'of a workspace that replaces the closed one’s',
    { closedUsageWarning: '2026-11.1000.95' },
    { ...used(960), incarnation: 2 },
    true,
  ],
])('a warning %s', async (_when, frame, instance, isShown) => {
  expect(await isWarned(frame, instance)).toBe(isShown);
});

test('the usage screen has no separate warning', async () => {
  expect(await isWarned({}, used(960), '/manage/usage')).toBe(false);
});

const month = {
  month: '2026-11',
  now: NOW,
  byDay: Array.from({ length: 30 }, (_, day) => (day < 21 ? 40 : 0)),
  used: 840,
  limit: 1_000,
  readAt: NOW,
  isLive: true,
  canChangePlan: true,
  terms: null,
};

test('the month shows its forecast with the range, and offers a plan when it may not be enough', async () => {
  const forecast = { low: 1_050, expected: 1_200, high: 1_350, days: 20 };
  const html = await renderPage(<MonthCard {...month} forecast={forecast} />);
  const text = textOf(html);
  expect(text).toContain(
    'we expect 1,200 executions, most likely between 1,050 and 1,350. That is more than your plan',
  );
  expect(text).toContain('based on the last 20 full days');
  expect(text).toContain('Change plan');
  expect(html).toContain('Executions in Nov 2026 by day: 840 of 1,000.');
  expect(text).toContain('Forecast');
  const likely = await renderPage(<MonthCard {...month} forecast={{ ...forecast, low: 900 }} />);
  expect(textOf(likely)).toContain('That may be more than your plan includes.');
  const enough = { ...forecast, low: 850, expected: 900, high: 950 };
  const fine = textOf(await renderPage(<MonthCard {...month} forecast={enough} />));
  expect(fine).not.toMatch(/more than your plan|Change plan/);
});

test('stored figures show their time, without a missing-data notice', async () => {
  const kept = textOf(await renderPage(<MonthCard {...month} forecast={null} isLive={false} />));
  expect(kept).toContain('Your workspace isn’t responding. These figures are from 21 Nov 2026, 12:00 UTC');
  const unread = { ...month, used: null, byDay: [], readAt: null, isLive: false };
  expect(textOf(await renderPage(<MonthCard {...unread} forecast={null} />))).toContain(
    en.usage.month.unread,
  );
});

test('a past month has no forecast', async () => {
  const html = await renderPage(<MonthCard {...month} month="2026-10" forecast={null} />);
  expect(textOf(html)).not.toContain(en.usage.forecast.tooEarly);
  expect(textOf(await renderPage(<MonthCard {...month} forecast={null} />))).toContain(
    en.usage.forecast.tooEarly,
  );
});

test('a past month that reached the limit advises nothing for the current one, and offers no plan', async () => {
  const full = { ...month, used: 1_200, forecast: null };
  const past = textOf(await renderPage(<MonthCard {...full} month="2026-10" />));
  expect(past).toContain('1,200 of 1,000');
  expect(past).not.toContain(en.dashboard.usage.usedUp);
  expect(past).not.toContain('Change plan');
  const present = textOf(await renderPage(<MonthCard {...full} />));
  expect(present).toContain(en.dashboard.usage.usedUp);
  expect(present).toContain('Change plan');
});

test('the workflows show which changed the month, and link to their executions', async () => {
  const workflows = [
    { id: 'a', name: 'Orders', counted: 700, notCounted: 2, share: 0.875, change: 120 },
    { id: '', name: '', counted: 100, notCounted: 0, share: 0.125, change: -300 },
  ];
  const props = {
    workflows,
    comparison: 'month' as const,
    previousMonth: '2026-10',
    filter: { month: '2026-11' },
  };
  const html = await renderPage(<WorkflowsCard {...props} />);
  const text = textOf(html);
  expect(text).toContain('“Other workflows” changed the most: −300.');
  expect(text).toContain('Orders 2 not counted 700 88% +120');
  expect(text).toContain('Compared with the same whole days of Oct 2026');
  expect(html).toContain('month=2026-11&amp;workflow=a');
  const unnamed = [{ id: 'b', name: '', counted: 9, notCounted: 0, share: 1, change: 9 }];
  const withoutName = await renderPage(<WorkflowsCard {...props} workflows={unnamed} />);
  expect(textOf(withoutName)).toContain('“b” changed the most: +9.');
  const alone = await renderPage(<WorkflowsCard {...props} comparison={null} />);
  expect(textOf(alone)).not.toMatch(/Change|changed the most/);
});

const row = (changes: Partial<ExecutionRow>): ExecutionRow => ({
  id: 1,
  at: NOW,
  workflowId: 'a',
  workflowName: 'Orders',
  trigger: 'webhook',
  reason: null,
  ...changes,
});
const list = (rows: ExecutionRow[], isLive = true) =>
  renderPage(
    <ExecutionsCard
      page={{ rows, next: '1' }}
      filter={{ month: '2026-11', isCounted: false }}
      workflows={[]}
      now={NOW}
      isLive={isLive}
    />,
  );

test.each(executionTriggers)('an execution started by %s shows that', async (trigger) => {
  expect(textOf(await list([row({ trigger })]))).toContain(en.usage.executions.startedBy[trigger]);
});

test.each(uncountedReasons)('an execution that does not count because of %s shows that', async (reason) => {
  const text = textOf(await list([row({ reason })]));
  expect(text).toContain(en.usage.executions.why[reason]);
  expect(text).toMatch(/Orders .* Not counted/);
});

test('older executions and the file keep the filter; kept executions have no file', async () => {
  const html = await list([row({})]);
  expect(html).toContain('/manage/usage?month=2026-11&amp;counted=no&amp;cursor=1');
  expect(html).toContain('/manage/usage/executions.csv?month=2026-11&amp;counted=no"');
  expect(await list([row({})], false)).not.toContain('executions.csv');
});

test.each([
  [0, '0'],
  [0.001, '< 1'],
  [0.5, '50'],
])('a share of %d reads %s', (share, text) => {
  expect(roundPercentText(share)).toBe(text);
});

test.each([
  [null, '–'],
  [0, '0'],
  [1_200, '+1,200'],
  [-3, '−3'],
])('a change of %s reads %s', (change, text) => {
  expect(changeText(change)).toBe(text);
});

const price = { amount: 800, currency: 'USD' };
const terms = { maxExecutions: 5_000, unitPrice: price };
const atLimit: ShownAtLimit = {
  canChoose: true,
  isRunOnChosen: false,
  terms: null,
  unitPrice: price,
  taxInclusive: false,
  maxThousands: 10,
  blocked: null,
};
const charge = {
  accountId: 'acc_1',
  part: 1,
  subscriptionId: 'sub_1',
  executions: 1_200,
  units: 2,
  unitPrice: price,
  taxInclusive: false,
};
const outlook = { low: 1_050, expected: 1_200, high: 2_350, days: 20 };
const card = async (
  shown: Partial<ShownAtLimit>,
  paid = 0,
  forecast: Forecast | null = null,
  priceInForce: Money | null = null,
) =>
  textOf(
    await renderPage(
      <AtLimitCard
        atLimit={{ ...atLimit, ...shown }}
        {...{ limit: 1_000, paid, forecast, priceInForce, lastResult: undefined }}
      />,
    ),
  );

test('the price, the cap and the consequences precede the choice', async () => {
  const text = await card({});
  expect(text).toContain('Nothing is charged beyond your plan.');
  expect(text).toContain('for $8.00 per 1,000 or part of it, before tax.');
  expect(text).toContain('With a cap of 10,000 executions, you pay at most $80.00 a month before tax.');
  expect(text).toContain('Keep running up to the cap');
  expect(text).not.toContain('Hold executions');
});

test('a price with tax says so', async () => {
  const offered = await card({ taxInclusive: true });
  expect(offered).toContain('for $8.00 per 1,000 or part of it, with tax.');
  expect(offered).toContain('you pay at most $80.00 a month with tax.');
  const running = await card({ taxInclusive: true, isRunOnChosen: true, terms }, 120);
  expect(running).toContain('for $8.00 per 1,000 with tax.');
  expect(running).toContain('they cost $8.00 with tax.');
  const charged = { ...charge, month: '2026-10', status: 'charged', taxInclusive: true } as const;
  const billed = textOf(
    await renderPage(<OverageCard overage={{ executions: 120, terms }} charges={[charged]} taxInclusive />),
  );
  expect(billed).toContain('for $8.00 with tax. We charge');
  expect(billed).toContain('beyond your plan, $16.00 with tax.');
});

test('running on shows the amount due, and the expected cost of the month within the cap', async () => {
  const running = { isRunOnChosen: true, terms, maxThousands: 5 };
  const text = await card(running, 120, outlook);
  expect(text).toContain('120 additional executions ran this month. So far, they cost $8.00');
  expect(text).toContain('we expect 200 additional executions for $8.00, at most $16.00');
  expect(text).toContain('Hold executions at the limit');
  expect(await card(running, 0, { ...outlook, high: 900, expected: 800 })).toContain(
    'We expect no additional executions',
  );
  expect(await card(running, 0, { ...outlook, high: 90_000 })).toContain('at most $40.00');
  expect(await card(running, 0, { ...outlook, expected: 1_001 })).toContain(
    'we expect one additional execution for $8.00, at most $16.00',
  );
});

test('a month keeps the lower of two prices: the card shows it, and the form the price of the next choice', async () => {
  const running = { isRunOnChosen: true, terms, maxThousands: 5 };
  const text = await card(running, 120, outlook, { amount: 700, currency: 'USD' });
  expect(text).toContain('up to 5,000 more a month, for $7.00 per 1,000');
  expect(text).toContain('So far, they cost $7.00');
  expect(text).toContain('for $7.00, at most $14.00');
  expect(text).toContain('you pay at most $40.00 a month');
});

test.each([
  ['trial', 'choose a plan first', 'Choose a plan'],
  ['agreement', 'contact support', null],
  ['not_sold', 'Additional executions aren’t available on your plan', 'Change plan'],
  ['past_due', 'settle the overdue payment first', 'Open billing'],
  ['ending', 'keep your subscription first', 'Open billing'],
] as const)(
  '%s shows why executions cannot run on, links to what helps, and offers no form',
  async (blocked, words, link) => {
    const text = await card({ blocked });
    expect(text).toContain(words);
    expect(text.match(/Choose a plan|Change plan|Open billing/)?.[0] ?? null).toBe(link);
    expect(await card({ blocked, canChoose: false })).not.toMatch(/Choose a plan|Change plan|Open billing/);
    expect(text).not.toContain('Keep running up to the cap');
    // A person who chose to run on can still switch to holding.
    const chosen = await card({ blocked, isRunOnChosen: true });
    expect(chosen).toContain('You chose to keep running');
    expect(chosen).toContain('Hold executions at the limit');
  },
);

test('billing lists each month with its charge, and shows a refused one', async () => {
  const text = textOf(
    await renderPage(
      <OverageCard
        overage={{ executions: 120, terms }}
        taxInclusive={false}
        charges={[
          { ...charge, month: '2026-10', status: 'refused' },
          { ...charge, month: '2026-09', status: 'charged' },
        ]}
      />,
    ),
  );
  expect(text).toContain('This month so far: 120 beyond your plan, for $8.00 before tax.');
  expect(text).toContain('1,200 executions beyond your plan, $16.00 before tax.');
  expect(text).toMatch(/Oct 2026.*The charge was refused.*Refused.*Sept? 2026.*Charged/s);
  expect(
    textOf(await renderPage(<OverageCard overage={null} charges={[]} taxInclusive={false} />)),
  ).not.toContain('Additional');
});
