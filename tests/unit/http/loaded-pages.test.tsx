import type { SerializeFrom } from '@remix-run/cloudflare';
import { expect, test } from 'vitest';
import { subscriptionStates, workspaceStates } from '#app/domain/billing/account-state.ts';
import type { RehearsalState } from '#app/domain/instance/rehearsal/state.ts';
import type { InstanceView } from '#app/domain/instance/view.ts';
import { paths } from '#app/domain/paths.ts';
import { DAY_MS } from '#app/domain/time/clock.ts';
import { en } from '#app/i18n/en/index.ts';
import Dashboard, { type loader as dashboardLoader } from '#app/routes/dashboard/route.tsx';
import Help, { type loader as helpLoader } from '#app/routes/help/route.tsx';
import ManageExport, { type loader as backupsLoader } from '#app/routes/manage-export/route.tsx';
import ManageUpdate, { type loader as updateLoader } from '#app/routes/manage-update/route.tsx';
import { now, viewer, views } from '../components/account-states.ts';
import { instanceView } from '../components/instance-view.ts';
import { renderFramed, textOf } from '../components/render.tsx';

/** The texts of a screen's title and paragraphs, including the layout's banner. */
const paragraphsIn = (html: string) =>
  [...html.matchAll(/<(p|h2|div)\b[^>]*>([^<>]*)/g)]
    .map(([, , text = '']) => textOf(text).trim())
    .filter(Boolean);

const banners = subscriptionStates.flatMap((subscription) =>
  workspaceStates.flatMap((workspace) =>
    (['owner', 'member'] as const).map((role) => ({ subscription, workspace, role })),
  ),
);

test.each(banners)(
  'the backups and their banner together cover everything once: $subscription, $workspace, $role',
  async ({ subscription, workspace, role }) => {
    const instance = instanceView(views[workspace]);
    const status = subscription === 'past_due' || subscription === 'paused' ? subscription : null;
    const backups = { instance, now, running: null, lastFailure: null, backups: [], canBackUp: false };
    const loaded = {
      backups,
      outcome: null,
      subscription: { state: subscription, deleteAt: null },
      canExport: true,
      canHaveCredentials: true,
    } satisfies SerializeFrom<typeof backupsLoader>;
    const frame = { viewer: viewer(role), billing: status && { status, cancelsAt: null } };
    const html = await renderFramed(<ManageExport />, frame, paths.backups, loaded);
    const paragraphs = paragraphsIn(html);
    expect(paragraphs.length).toBeGreaterThan(3);
    expect(paragraphs.filter((text, index) => paragraphs.indexOf(text) !== index)).toEqual([]);
    const controls = [...html.matchAll(/<(button|a)\b[^>]*>(.*?)<\/\1>/g)].map(([, , text = '']) =>
      textOf(text).trim(),
    );
    for (const label of Object.values(en.billing.action)) {
      expect(controls.filter((control) => control === label).length, label).toBeLessThanOrEqual(1);
    }
    for (const words of [/is being deleted/g, /was deleted/g, /final backup of its workflows/gi]) {
      expect(textOf(html).match(words)?.length ?? 0, String(words)).toBeLessThanOrEqual(1);
    }
  },
);

const announced = async (changes: Partial<InstanceView>, canConfigure = true) => {
  const loaded = {
    name: 'Ada',
    overview: { view: instanceView(changes), usageByDay: [], history: [], lastBackupAt: null, now },
    isLate: false,
    canConfigure,
    subscription: { state: 'active', deleteAt: null },
    plan: null,
    workspaceUrl: 'https://ada.weft.example',
  } satisfies SerializeFrom<typeof dashboardLoader>;
  return textOf(await renderFramed(<Dashboard />, {}, paths.dashboard, loaded));
};

test('a forced update is announced to all, and linked for those who can choose', async () => {
  const forcedUpdate = { version: '2.40.7', at: now + 20 * DAY_MS };
  expect(await announced({ forcedUpdate })).toContain(en.dashboard.forcedUpdate.action);
  const text = await announced({ forcedUpdate }, false);
  expect(text).toContain('An update to n8n 2.40.7 is coming');
  expect(text).not.toContain(en.dashboard.forcedUpdate.action);
});

test('/manage/update refreshes without JavaScript during a rehearsal and after a failed read, not with the report', async () => {
  const rehearsal = { serial: 1, from: '2.40.7', target: '2.41.3', requestedAt: 0, updateAt: null };
  const htmlOf = (loaded: SerializeFrom<typeof updateLoader>) =>
    renderFramed(<ManageUpdate />, {}, paths.manageUpdate, loaded);
  const htmlAt = (phase: RehearsalState['phase']) =>
    htmlOf({ instance: instanceView(), rehearsal: { ...rehearsal, phase } });
  const refresh = /<noscript><meta http-equiv="refresh" content="(\d+)"/i;
  expect(refresh.exec(await htmlAt({ kind: 'preparing', startedAt: 0 }))?.[1]).toBe('3');
  expect(refresh.exec(await htmlOf(null))?.[1]).toBe('10');
  const outcome = { verdict: 'failed', reason: 'not_ready' } as const;
  expect(await htmlAt({ kind: 'reported', at: 0, result: 'dropped', outcome })).not.toMatch(refresh);
  expect(await htmlOf({ instance: instanceView(), rehearsal: null })).not.toMatch(refresh);
});

test.each([
  ['owner', 'member'],
  ['member', 'owner'],
] as const)(
  '/help links the screens of its %s, also within a frame that was loaded for a %s',
  async (role, earlier) => {
    const loaded = {
      search: { query: '', isCut: false },
      sentId: null,
      tickets: [],
      email: 'ada@example.com',
      role,
      form: { key: 'key', constraint: {} },
    } satisfies SerializeFrom<typeof helpLoader>;
    const html = await renderFramed(<Help />, { viewer: viewer(earlier) }, paths.help, loaded);
    const main = html.slice(html.indexOf('<main'), html.indexOf('</main'));
    const links = [...main.matchAll(/<a\b.*?<\/a>/gs)].map(([link]) => textOf(link));
    const { dashboard, settings, members, billing } = en.help.links;
    expect(links).toContain(dashboard);
    for (const label of [settings, members, billing])
      expect(links.includes(label), label).toBe(role === 'owner');
  },
);
