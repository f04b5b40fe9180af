import { expect, test } from 'vitest';
import { AccountStateNotice } from '#app/components/billing/account-state-notice.tsx';
import { LiveAnnouncement } from '#app/components/instance/live-announcement.tsx';
import type { Role } from '#app/domain/access/roles.ts';
import { accountStateOf, subscriptionStates, workspaceStates } from '#app/domain/billing/account-state.ts';
import { screenStateOf, stateScreens } from '#app/domain/billing/screen-state.ts';
import { InstanceStatus, pendingCauses } from '#app/domain/instance/view.ts';
import { DAY_MS } from '#app/domain/time/clock.ts';
import { en } from '#app/i18n/en/index.ts';
import { DashboardPlanCard } from '#app/routes/dashboard/side-cards.tsx';
import { deletionAt, now, viewer, views } from './account-states.ts';
import { instanceView } from './instance-view.ts';
import { renderFramed, textOf } from './render.tsx';

const { state: sentences, action: actions, badge: badges } = en.billing;

const cells = subscriptionStates.flatMap((subscription) =>
  workspaceStates.flatMap((workspace) => stateScreens.map((screen) => ({ subscription, workspace, screen }))),
);

function show({ subscription, workspace, screen }: (typeof cells)[number], role: Role = 'owner') {
  return renderFramed(
    <AccountStateNotice
      screen={screen}
      subscription={{ state: subscription, deleteAt: null }}
      instance={instanceView(views[workspace])}
      {...(screen === 'dashboard' && { now })}
    />,
    { viewer: viewer(role) },
  );
}

/** The notice's action; a link within its sentences does not count. */
const buttonIn = (html: string) =>
  textOf(html.replace(/<p\b.*?<\/p>/gs, '').match(/<(a|button)\b[^>]*>.*?<\/\1>/s)?.[0] ?? '');

test.each(cells)(
  '$screen with $subscription and $workspace shows its sentence and its one button',
  async (cell) => {
    const html = await show(cell);
    const shown = screenStateOf(cell.screen, cell.subscription, cell.workspace);
    const isBannersToSay = cell.screen !== 'billing' && cell.subscription === 'past_due';
    if (shown.redirectTo !== null || shown.sentence === null || isBannersToSay) {
      expect(html).toBe('');
      return;
    }
    expect(textOf(html)).toContain(sentences[shown.sentence].title);
    const isStopping =
      cell.workspace === 'running' && (shown.sentence === 'paused' || shown.sentence === 'ended');
    expect(textOf(html)).toContain(isStopping ? sentences.stopping : sentences[shown.sentence].body);
    expect(buttonIn(html)).toBe(shown.action === null ? '' : actions[shown.action]);
  },
);

test.each(cells)('a member sees no button: $screen, $subscription, $workspace', async (cell) => {
  const html = await show(cell, 'member');
  expect(html).not.toMatch(/<form|<button/);
  for (const [link] of html.matchAll(/<a\b.*?<\/a>/gs))
    expect(Object.values(actions)).not.toContain(textOf(link));
  const { sentence } = accountStateOf(cell.subscription, cell.workspace);
  if (html !== '' && sentence !== 'starting' && sentence !== 'deleting') {
    expect(textOf(html)).toContain(sentences.others);
    for (const advice of [...Object.values(sentences.keepIt), ...Object.values(sentences.startAgain)]) {
      expect(textOf(html)).not.toContain(advice);
    }
  }
});

test.each([
  ['trial', 'stopped', 'choose-plan'],
  ['paused', 'stopped', 'resubscribe'],
  ['cancelled', 'running', 'keep'],
] as const)(
  '%s and %s show on the dashboard when the workspace is deleted, and how to keep it',
  async (subscription, workspace, action) => {
    const text = textOf(await show({ subscription, workspace, screen: 'dashboard' }));
    expect(text).toContain('Your workspace will be deleted in 3 days.');
    expect(text).toMatch(/On 24 Nov 2026, 00:00 UTC ?, it’s deleted with all its workflows/);
    expect(text.match(/will be deleted/g)).toHaveLength(1);
    expect(text).toContain(sentences.keepIt[action]);
  },
);

test.each([
  [0.5, 'Your workspace will be deleted in 1 day.'],
  [0, 'Your workspace will be deleted today.'],
])('the last %f days are counted', async (days, sentence) => {
  const html = await renderFramed(
    <AccountStateNotice
      screen="dashboard"
      subscription={{ state: 'cancelled', deleteAt: now + days * DAY_MS }}
      instance={null}
      now={now}
    />,
    { viewer: viewer('owner') },
  );
  expect(textOf(html)).toContain(sentence);
});

test('the notice has no button while the banner has that of a paused subscription', async () => {
  const notice = (
    <AccountStateNotice
      screen="dashboard"
      subscription={{ state: 'paused', deleteAt: deletionAt }}
      instance={instanceView(views.stopped)}
      now={now}
    />
  );
  const billing = { status: 'paused', cancelsAt: null } as const;
  const html = await renderFramed(notice, { viewer: viewer('owner'), billing });
  expect(textOf(html)).toContain('Your workspace will be deleted in 3 days.');
  expect(html).not.toContain('<form');
  const closed = await renderFramed(notice, { viewer: viewer('owner'), billing, isBannerClosed: true });
  expect(closed).toContain('<form');
});

test('a cancelled subscription keeps its button beside the banner of a failed payment', async () => {
  const html = await renderFramed(
    <AccountStateNotice
      screen="dashboard"
      subscription={{ state: 'cancelled', deleteAt: deletionAt }}
      instance={instanceView(views.running)}
      now={now}
    />,
    { viewer: viewer('owner'), billing: { status: 'past_due', cancelsAt: deletionAt } },
  );
  expect(textOf(html)).toContain('Your workspace will be deleted in 3 days.');
  expect(buttonIn(html)).toBe(actions.keep);
});

test('a deleted workspace links to its final backup, and lists the benefits of a plan', async () => {
  const html = await show({ subscription: 'trial', workspace: 'deleted', screen: 'dashboard' });
  expect(textOf(html)).toContain('kept until 19 Feb 2027');
  expect(html).toContain('href="/manage/export"');
  expect(textOf(html)).toContain(sentences.startAgain['choose-plan']);
  const expired = await renderFramed(
    <AccountStateNotice
      screen="dashboard"
      subscription={{ state: 'trial', deleteAt: null }}
      instance={instanceView({ ...views.deleted, finalBackupUntil: now })}
      now={now}
    />,
    { viewer: viewer('owner') },
  );
  expect(textOf(expired)).toContain(sentences.finalBackup.expired);
  expect(expired).not.toContain('href="/manage/export"');
});

test.each(subscriptionStates)(
  'the plan card of %s has its badge, and a button only if no sentence has it',
  async (subscription) => {
    const state = accountStateOf(subscription, 'running');
    const html = await renderFramed(
      <DashboardPlanCard plan={{ id: 'starter', displayName: 'Starter' }} state={state} />,
      {
        viewer: viewer('owner'),
      },
    );
    if (state.badge) expect(textOf(html)).toContain(badges[state.badge]);
    const isHere = state.sentence === null && state.action !== null;
    expect(html.includes('/account/change-plan')).toBe(isHere);
  },
);

test('the plan card shows no badge that repeats the plan’s name', async () => {
  const show = (status: 'running' | 'stopped') =>
    renderFramed(
      <DashboardPlanCard
        plan={{ id: 'trial-1', displayName: 'Trial' }}
        state={accountStateOf('trial', status)}
      />,
      { viewer: viewer('owner') },
    );
  expect(await show('running')).not.toContain('status-badge');
  expect(await show('stopped')).toContain('status-badge');
});

test.each(pendingCauses)('a Pending workspace gives its cause on every page: %s', async (cause) => {
  const html = await renderFramed(
    <LiveAnnouncement shown={instanceView({ status: InstanceStatus.Pending, cause })} />,
    { viewer: viewer('member') },
  );
  expect(textOf(html)).toContain(en.instance.cause[cause]);
});

test('a workspace that is Online is announced only after a change', async () => {
  const online = <LiveAnnouncement shown={instanceView()} />;
  expect(
    textOf(await renderFramed(online, { notice: { code: 'settings-saved', sentence: 'Saved.' } })),
  ).toContain(en.instance.online);
  expect(
    textOf(await renderFramed(online, { notice: { code: 'billing-details-saved', sentence: 'Saved.' } })),
  ).toBe('');
  expect(textOf(await renderFramed(online, {}))).toBe('');
});
