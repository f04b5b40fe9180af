import { expect, test } from 'vitest';
import type { Entitlement } from '#app/domain/instance/entitlement.ts';
import { decide } from '#app/domain/instance/machine/table.ts';
import { InstanceStatus } from '#app/domain/instance/view.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#app/domain/time/clock.ts';
import { facts, release, START } from './facts.ts';
import { type InstanceWorld, onlineWorld } from './world.ts';

const active: Entitlement = { kind: 'active' };

/** A workspace whose version has just become too old; 1.1.0 replaces it. */
function stale(): InstanceWorld {
  const world = onlineWorld({ entitlement: active });
  world.releases = [
    release('1.0.0', { createdAt: START - 120 * DAY_MS }),
    release('1.1.0'),
    release('1.2.0'),
  ];
  world.passTo(START + 2 * DAY_MS);
  return world;
}

test('announces an old version once, with its replacement and date', () => {
  const world = stale();
  const updateAt = world.state.staleness?.updateAt ?? 0;
  expect(world.view.forcedUpdate).toEqual({ version: '1.1.0', at: updateAt });
  world.passTo(START + 20 * DAY_MS);
  expect(world.mails).toEqual([
    {
      kind: 'mail',
      id: `version_stale:1.0.0:${updateAt}`,
      mail: { template: 'version_stale', data: { version: '1.0.0', target: '1.1.0', updateAt } },
    },
  ]);
  expect(world.schedules.get('update')).toBe(updateAt - 7 * DAY_MS);
});

test('replaces the version 30 days later, with a mail', () => {
  const world = stale();
  const updateAt = world.state.staleness?.updateAt ?? 0;
  world.passTo(updateAt - 1);
  expect(world.view.version.name).toBe('1.0.0');
  world.cluster = 'not-ready';
  world.runNext();
  expect(world.view).toMatchObject({
    status: InstanceStatus.Pending,
    cause: 'update',
    version: { name: '1.0.0' },
  });
  world.cluster = 'ready';
  world.passTo(updateAt + MINUTE_MS);
  expect(world.view).toMatchObject({
    status: InstanceStatus.Online,
    version: { name: '1.1.0' },
    forcedUpdate: null,
    goBack: { version: '1.0.0' },
  });
  expect(world.mails.at(-1)?.mail).toEqual({
    template: 'version_updated',
    data: { version: '1.0.0', target: '1.1.0' },
  });
  world.passTo(world.now + 90 * DAY_MS);
  expect(world.mails.map(({ mail }) => mail.template)).toEqual([
    'version_stale',
    'update_rehearsed',
    'version_updated',
  ]);
});

test('an update before the date cancels the forced one', () => {
  const world = stale();
  world.configure({ version: '1.1.0' });
  expect(world.view.forcedUpdate).toBeNull();
  expect(world.schedules.has('update')).toBe(false);
  // An alarm that was already on its way changes nothing.
  const before = world.state;
  world.send({ kind: 'update-due' });
  expect(world.state).toBe(before);
});

test('other settings do not postpone the update', () => {
  const world = stale();
  const { staleness } = world.state;
  world.configure({ timezone: 'Europe/Berlin' });
  expect(world.state.staleness).toEqual(staleness);
  expect(world.schedules.has('update')).toBe(true);
});

test('an early alarm waits for the rehearsal', () => {
  const world = stale();
  world.schedules.delete('update');
  world.send({ kind: 'update-due' });
  expect(world.view.version.name).toBe('1.0.0');
  const updateAt = world.state.staleness?.updateAt ?? 0;
  expect(world.schedules.get('update')).toBe(updateAt - 7 * DAY_MS);
});

test('a newer release replaces the announced one and keeps the date', () => {
  const world = stale();
  const { staleness } = world.state;
  world.releases = [...world.releases, release('1.1.7')];
  world.passTo(world.now + 2 * DAY_MS);
  expect(world.state.staleness).toEqual({ ...staleness, target: '1.1.7' });
  expect(world.mails).toHaveLength(1);
});

test("keeps a stopped workspace's version and announces again once it runs", () => {
  const world = stale();
  const first = world.state.staleness?.updateAt ?? 0;
  world.sendFacts({ entitlement: { kind: 'paused', pausedAt: world.now } });
  world.passTo(first + DAY_MS);
  expect(world.view).toMatchObject({ version: { name: '1.0.0' }, forcedUpdate: null });
  world.sendFacts({ entitlement: active });
  world.passTo(world.now + 2 * DAY_MS);
  const stales = world.mails.filter(({ mail }) => mail.template === 'version_stale');
  expect(stales).toHaveLength(2);
  expect(world.state.staleness?.updateAt).toBeGreaterThan(world.now + 28 * DAY_MS);
});

test('keeps a recent or unknown version', () => {
  const young = onlineWorld({ entitlement: active });
  young.send({ kind: 'releases-read', releases: young.releases });
  expect(young.state.staleness).toBeNull();
  young.send({ kind: 'releases-read', releases: [] });
  expect(young.state.staleness).toBeNull();
});

test('reads the releases and sends a heartbeat each day', () => {
  const world = onlineWorld({ entitlement: active });
  world.passTo(START + 10 * DAY_MS);
  expect(world.count('read-releases')).toBeGreaterThanOrEqual(9);
  expect(world.count('heartbeat')).toBe(world.count('read-releases'));
});

test('an instance begins only with a version', () => {
  const first = { kind: 'facts-received', facts: facts() } as const;
  expect(decide(null, first, START)).toBeNull();
  const begun = decide(null, { ...first, version: '2.1.0' }, START);
  expect(begun).toMatchObject({ state: { configuration: { version: '2.1.0' } } });
});

const rehearsals = (world: InstanceWorld) => world.effects.filter(({ kind }) => kind === 'rehearse');
const dateOf = (world: InstanceWorld) => world.state.staleness?.updateAt ?? 0;
const reports = (world: InstanceWorld) =>
  world.mails.flatMap(({ mail }) => (mail.template === 'update_rehearsed' ? [mail.data] : []));

test('rehearses the announced version a week before its date, with a mail, and again on the date', () => {
  const world = stale();
  const updateAt = dateOf(world);
  world.passTo(updateAt - 7 * DAY_MS - 1);
  expect(world.count('rehearse')).toBe(0);
  world.passTo(updateAt - 1);
  const rehearsal = { kind: 'rehearse', from: '1.0.0', target: '1.1.0', updateAt };
  expect(rehearsals(world)).toEqual([rehearsal]);
  expect(reports(world)).toEqual([
    { version: '1.0.0', target: '1.1.0', updateAt, verdict: 'passed', problems: 0 },
  ]);
  world.passTo(updateAt + MINUTE_MS);
  expect(rehearsals(world)).toEqual([rehearsal, rehearsal]);
  expect(world.view.version.name).toBe('1.1.0');
});

test.each(['blocked', 'failed', 'not_saved'] as const)(
  'an update that is %s on its date is postponed by a week, with one mail',
  (verdict) => {
    const world = stale();
    const first = dateOf(world);
    world.passTo(first - DAY_MS);
    world.rehearsal = verdict;
    world.passTo(first + DAY_MS);
    expect(world.view).toMatchObject({ status: InstanceStatus.Online, version: { name: '1.0.0' } });
    expect(world.view.forcedUpdate?.at).toBe(first + 7 * DAY_MS);
    expect(reports(world).slice(1)).toMatchObject([{ verdict, updateAt: first + 7 * DAY_MS }]);
    world.rehearsal = 'passed';
    world.passTo(first + 7 * DAY_MS - 1);
    expect(rehearsals(world)).toHaveLength(2);
    world.passTo(first + 7 * DAY_MS + MINUTE_MS);
    expect(world.view).toMatchObject({ version: { name: '1.1.0' }, forcedUpdate: null });
  },
);

test('an update that is never allowed is reported after four dates, and next due 30 days later', () => {
  const world = stale();
  world.rehearsal = 'blocked';
  const first = dateOf(world);
  world.passTo(first + 21 * DAY_MS - 1);
  expect(world.count('report')).toBe(0);
  world.passTo(first + 21 * DAY_MS);
  expect(world.effects).toContainEqual({ kind: 'report', trouble: 'forced_update_overdue' });
  const next = first + 51 * DAY_MS;
  expect(dateOf(world)).toBe(next);
  // Each mail names another date, or is the report a week ahead of the new one.
  expect(reports(world).map(({ updateAt }) => updateAt)).toEqual([
    first,
    first + 7 * DAY_MS,
    first + 14 * DAY_MS,
    first + 21 * DAY_MS,
    next,
  ]);
  world.rehearsal = 'passed';
  world.passTo(next + MINUTE_MS);
  expect(world.view.version.name).toBe('1.1.0');
  // An id that was mailed before would send nothing.
  const ids = world.effects.flatMap((effect) => (effect.kind === 'mail' ? [effect.id] : []));
  expect(reports(world)).toHaveLength(6);
  expect(new Set(ids).size).toBe(ids.length);
});

test('the request for a rehearsal repeats until the rehearsal reports', () => {
  const world = stale();
  const updateAt = dateOf(world);
  world.rehearsal = null;
  world.passTo(updateAt - 7 * DAY_MS + 3 * HOUR_MS);
  expect(rehearsals(world)).toHaveLength(4);
  world.passTo(updateAt - 1);
  const before = rehearsals(world).length;
  world.passTo(updateAt + HOUR_MS - 1);
  expect(rehearsals(world).length - before).toBe(6);
  world.rehearsal = 'passed';
  world.passTo(updateAt + HOUR_MS + MINUTE_MS);
  expect(world.view.version.name).toBe('1.1.0');
});

test('ignores the report of another date, another version or an update that was called off', () => {
  const world = stale();
  const updateAt = dateOf(world);
  const report = { kind: 'update-rehearsed', target: '1.1.0', updateAt, verdict: 'blocked' } as const;
  const before = world.state;
  world.send({ ...report, problems: 1, updateAt: updateAt - 1 });
  world.send({ ...report, problems: 1, target: '1.2.0' });
  expect(world.state).toBe(before);
  world.configure({ version: '1.1.0' });
  const chosen = world.state;
  world.send({ ...report, problems: 1 });
  expect(world.state).toBe(chosen);
});

test('when a version is withdrawn during its rehearsal, the workspace updates to the release that replaces it', () => {
  const world = stale();
  const updateAt = dateOf(world);
  world.passTo(updateAt - 1);
  world.rehearsal = 'withdrawn';
  world.releases = [...world.releases.filter(({ name }) => name !== '1.1.0'), release('1.1.7')];
  world.runNext();
  expect(world.state.staleness).toMatchObject({ target: '1.1.7', updateAt });
  world.rehearsal = 'passed';
  world.passTo(updateAt + MINUTE_MS);
  expect(world.view.version.name).toBe('1.1.7');
});

test('an Offline workspace is rehearsed on the date', () => {
  const world = stale();
  const updateAt = dateOf(world);
  world.passTo(updateAt - DAY_MS);
  world.cluster = 'not-ready';
  world.restart();
  world.passTo(updateAt - 1);
  expect(world.view.status).toBe(InstanceStatus.Offline);
  world.cluster = 'ready';
  world.runNext();
  expect(rehearsals(world)).toHaveLength(2);
  world.passTo(updateAt + MINUTE_MS);
  expect(world.view).toMatchObject({ status: InstanceStatus.Online, version: { name: '1.1.0' } });
});

test('rehearses a release that replaces the announced one in the last week', () => {
  const world = stale();
  const { version: from, updateAt } = world.state.staleness ?? { version: '', updateAt: 0 };
  world.passTo(updateAt - 5 * DAY_MS);
  world.releases = [...world.releases, release('1.1.7')];
  world.passTo(updateAt - 1);
  expect(rehearsals(world)).toEqual([
    { kind: 'rehearse', from, target: '1.1.0', updateAt },
    { kind: 'rehearse', from, target: '1.1.7', updateAt },
  ]);
  world.passTo(updateAt + MINUTE_MS);
  expect(world.view.version.name).toBe('1.1.7');
});

test('a workspace that is not Online a week before the date is rehearsed once it is', () => {
  const world = stale();
  const updateAt = world.state.staleness?.updateAt ?? 0;
  world.passTo(updateAt - 7 * DAY_MS - 1);
  world.cluster = 'not-ready';
  world.restart();
  world.passTo(updateAt - 6 * DAY_MS);
  expect(world.view.status).not.toBe(InstanceStatus.Online);
  expect(rehearsals(world)).toEqual([]);
  world.cluster = 'ready';
  world.passTo(updateAt - 5 * DAY_MS);
  expect(rehearsals(world)).toHaveLength(1);
  expect(world.view.version.name).toBe('1.0.0');
});

test('a workspace that is never Online in the last week is rehearsed on the date', () => {
  const world = stale();
  const updateAt = world.state.staleness?.updateAt ?? 0;
  world.passTo(updateAt - 7 * DAY_MS - 1);
  world.cluster = 'not-ready';
  world.restart();
  world.passTo(updateAt - 1);
  expect(rehearsals(world)).toEqual([]);
  world.cluster = 'ready';
  world.passTo(updateAt + 30 * MINUTE_MS);
  expect(rehearsals(world)).toHaveLength(1);
  expect(world.view.version.name).toBe('1.1.0');
});

test('calls an announced update off when its release is withdrawn and nothing replaces it', () => {
  const world = stale();
  expect(world.state.staleness).toMatchObject({ target: '1.1.0' });
  world.releases = world.releases.map((one) =>
    one.name === '1.1.0' ? { ...one, isWithdrawn: true as const } : one,
  );
  world.passTo(START + 40 * DAY_MS);
  expect(world.state).toMatchObject({ staleness: null, configuration: { version: '1.0.0' } });
  expect(world.view.forcedUpdate).toBeNull();
  expect(world.schedules.has('update')).toBe(false);
});
