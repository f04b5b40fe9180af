import { expect, test } from 'vitest';
import { type Entitlement, entitles, timetableOf } from '#app/domain/instance/entitlement.ts';
import { DAY_MS, HOUR_MS } from '#app/domain/time/clock.ts';
import { START } from './facts.ts';
import { type InstanceWorld, onlineWorld } from './world.ts';

const day = (days: number) => START + days * DAY_MS;
const trial: Entitlement = { kind: 'trial', endsAt: day(14) };
const cancelled: Entitlement = { kind: 'cancelled', endsAt: day(30) };
const paused: Entitlement = { kind: 'paused', pausedAt: START };

/** The diary in days since the start, rounded down. */
function diaryOf(world: InstanceWorld): string[] {
  return world.diary.map(({ at, what }) => `${Math.floor((at - START) / DAY_MS)}: ${what}`);
}

test.each<[string, Entitlement, string[]]>([
  [
    'trial',
    trial,
    [
      '0: pending',
      '0: online',
      '11: trial_reminder',
      '14: stopped',
      '14: trial_ended',
      '16: deletion_warning',
      '17: backing-up',
      '17: removing',
      '17: workspace_deleted',
      '17: deleted',
    ],
  ],
  [
    'cancelled subscription',
    cancelled,
    [
      '0: pending',
      '0: online',
      '23: deletion_warning',
      '29: deletion_warning',
      '30: stopped',
      '30: backing-up',
      '30: removing',
      '30: workspace_deleted',
      '30: deleted',
    ],
  ],
  [
    'paused subscription',
    paused,
    [
      '0: stopped',
      '83: deletion_warning',
      '89: deletion_warning',
      '90: backing-up',
      '90: removing',
      '90: workspace_deleted',
      '90: deleted',
    ],
  ],
  ['subscription that is paid for', { kind: 'active' }, ['0: pending', '0: online']],
])('the timetable of a %s', (_kind, entitlement, expected) => {
  const world = onlineWorld({ entitlement });
  world.passTo(day(100));
  expect(diaryOf(world)).toEqual(expected);
});

test('each mail states what happens and when, with its own id', () => {
  const world = onlineWorld({ entitlement: cancelled });
  world.passTo(day(31));
  const data = { deletionAt: day(30), reason: 'cancelled' };
  expect(world.mails).toEqual([
    { kind: 'mail', id: '1:deletion_warning:early', mail: { template: 'deletion_warning', data } },
    { kind: 'mail', id: '1:deletion_warning:last', mail: { template: 'deletion_warning', data } },
    {
      kind: 'mail',
      id: 'incarnation-1:workspace_deleted',
      mail: { template: 'workspace_deleted', data: { backupUntil: day(120), incarnation: 1 } },
    },
  ]);
});

test('a trial ends on time, and repeated alarms send no second mail', () => {
  const world = onlineWorld();
  world.now = day(14) - 1;
  world.wake('timetable');
  expect(world.state.phase.kind).toBe('online');
  expect(world.schedules.get('timetable')).toBe(day(14));
  world.now = day(14);
  for (let times = 0; times < 3; times += 1) world.send({ kind: 'timetable-due' });
  expect(world.view).toMatchObject({ notice: 'trial_ended', trialDaysLeft: 0, deletionAt: day(17) });
  expect(world.mails.map(({ id }) => id)).toEqual(['1:trial_reminder', '1:trial_ended']);
});

test.each<[string, Entitlement, number, string[], number]>([
  ['a trial, an hour before its end', trial, day(14) - HOUR_MS, ['1:trial_reminder'], day(17)],
  ['a trial, after its end', trial, day(15), ['1:trial_ended'], day(17)],
  [
    'a trial, half a day before the deletion',
    trial,
    day(16.5),
    ['1:trial_ended', '1:deletion_warning:last'],
    day(17.5),
  ],
  ['a trial, a year late', trial, day(365), ['1:trial_ended', '1:deletion_warning:last'], day(366)],
  ['a cancellation, after its end', cancelled, day(31), ['1:deletion_warning:last'], day(32)],
  ['a cancellation, in its last week', cancelled, day(26), ['1:deletion_warning:early'], day(30)],
  ['a pause, a day before', paused, day(89), ['1:deletion_warning:last'], day(90)],
])('an alarm that comes late for %s', (_what, entitlement, comesAt, mails, deletionAt) => {
  const world = onlineWorld({ entitlement });
  world.now = comesAt;
  world.wake('timetable');
  expect(world.mails.map(({ id }) => id)).toEqual(mails);
  expect(world.view.deletionAt).toBe(deletionAt);
  // Every mail has the actual date of the deletion.
  for (const { mail } of world.mails) {
    if ('deletionAt' in mail.data) expect(mail.data.deletionAt).toBe(deletionAt);
  }
  world.now = deletionAt - 1;
  world.send({ kind: 'timetable-due' });
  expect(world.state.phase.kind).not.toBe('backing-up');
  world.now = deletionAt;
  world.send({ kind: 'timetable-due' });
  if (world.state.progress.warnedAt === comesAt) expect(world.state.phase.kind).toBe('backing-up');
});

test('a clock that goes back after the end resumes nothing and repeats no mail', () => {
  const world = onlineWorld();
  world.passTo(day(16));
  const mails = world.mails.length;
  world.now = day(1);
  world.send({ kind: 'timetable-due' });
  world.sendFacts({ ownerEmail: 'new@example.com' });
  expect(world.view.notice).toBe('trial_ended');
  expect(world.mails).toHaveLength(mails);
});

test.each([
  [{ kind: 'active' } as const, day(1_000), true],
  [trial, day(14) - 1, true],
  [trial, day(14), false],
  [cancelled, day(30) - 1, true],
  [cancelled, day(30), false],
  [paused, START - DAY_MS, false],
])('%o entitles to a running workspace at %i: %s', (entitlement, now, expected) => {
  expect(entitles(entitlement, now)).toBe(expected);
});

test('an active entitlement has no dates', () => {
  expect(timetableOf({ kind: 'active' })).toBeNull();
});

test('a cancellation within its last week gets only the last warning', () => {
  const world = onlineWorld({ entitlement: { kind: 'active' } });
  world.sendFacts({ entitlement: { kind: 'cancelled', endsAt: day(5) } });
  world.passTo(day(4));
  expect(world.mails.map(({ id }) => id)).toEqual(['2:deletion_warning:last']);
});

test('an entitlement that arrives ended still gets a warning a day before the deletion', () => {
  const world = onlineWorld({ entitlement: { kind: 'active' } });
  world.sendFacts({ entitlement: { kind: 'cancelled', endsAt: START - DAY_MS } });
  expect(world.view).toMatchObject({ notice: 'cancelled', deletionAt: day(1) });
  expect(world.mails.map(({ id }) => id)).toEqual(['2:deletion_warning:last']);
});

test('warns of nothing during and after the deletion', () => {
  const world = onlineWorld();
  world.passTo(day(18));
  expect(world.state.phase.kind).toBe('deleted');
  const mails = world.mails.length;
  world.sendFacts({ entitlement: { kind: 'paused', pausedAt: day(18) } });
  world.now = day(18 + 84);
  world.sendFacts({ ownerEmail: 'new@example.com' });
  world.now = day(18 + 91);
  world.sendFacts({ ownerEmail: 'newer@example.com' });
  expect(world.mails).toHaveLength(mails);
});
