import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Backup, BackupTrigger } from '#app/domain/backup/backup.ts';
import { selectDroppedBackups } from '#app/domain/backup/retention.ts';
import { DAY_MS, HOUR_MS } from '#app/domain/time/clock.ts';

const NOON = Date.UTC(2026, 10, 18, 12); // Wednesday.

function backup(takenAt: number, trigger: BackupTrigger = 'scheduled'): Backup {
  return { id: `bkp_${trigger}-${takenAt}`, trigger, takenAt, bytes: 1, workflows: 1, hasCredentials: false };
}

function listKeptDays(backups: readonly Backup[], now = NOON): string[] {
  const dropped = new Set(selectDroppedBackups(backups, now));
  return backups
    .filter(({ id }) => !dropped.has(id))
    .map(({ takenAt }) => new Date(takenAt).toISOString().slice(5, 10));
}

test('keeps 7 days, 4 weeks and 3 months of half a year of daily backups', () => {
  const daily = Array.from({ length: 180 }, (_, days) => backup(NOON - days * DAY_MS));
  expect(listKeptDays(daily)).toEqual([
    '11-18',
    '11-17',
    '11-16',
    '11-15',
    '11-14',
    '11-13',
    '11-12',
    // The Sundays of the two weeks before last week, whose Sunday is among the daily ones.
    '11-08',
    '11-01',
    '10-31',
    '09-30',
  ]);
});

test('keeps the newer of two backups of a day', () => {
  expect(selectDroppedBackups([backup(NOON - HOUR_MS), backup(NOON)], NOON)).toEqual([
    backup(NOON - HOUR_MS).id,
  ]);
});

test('keeps backups from before a long stop, since no newer ones exist', () => {
  const before = Array.from({ length: 5 }, (_, days) => backup(NOON - (days + 400) * DAY_MS));
  expect(selectDroppedBackups(before, NOON)).toEqual([]);
});

test('keeps the newest ten backups on demand, for less than 30 days', () => {
  const manual = (ageMs: number) => backup(NOON - ageMs, 'manual');
  const twelve = Array.from({ length: 12 }, (_, hours) => manual(hours * HOUR_MS));
  expect(selectDroppedBackups(twelve, NOON)).toEqual([manual(10 * HOUR_MS).id, manual(11 * HOUR_MS).id]);
  const [young, old] = [manual(30 * DAY_MS - 1), manual(30 * DAY_MS)];
  expect(selectDroppedBackups([young, old], NOON)).toEqual([old.id]);
});

test('keeps ten backups from before a change separately, so that they displace none that a person made', () => {
  const taken = (trigger: BackupTrigger) =>
    Array.from({ length: 11 }, (_, hours) => backup(NOON - hours * HOUR_MS, trigger));
  const dropped = selectDroppedBackups([...taken('safety'), ...taken('manual')], NOON);
  expect(dropped.sort()).toEqual([taken('manual')[10]?.id, taken('safety')[10]?.id]);
  expect(selectDroppedBackups([backup(NOON - 30 * DAY_MS, 'safety')], NOON)).toHaveLength(1);
});

test('drops no final backup', () => {
  expect(selectDroppedBackups([backup(0, 'final')], NOON)).toEqual([]);
});

const history = fc.array(
  fc.record({
    ageMs: fc.integer({ min: 0, max: 200 * DAY_MS }),
    trigger: fc.constantFrom<BackupTrigger>('scheduled', 'manual', 'safety'),
  }),
  { maxLength: 120 },
);

test('keeps the same backups whether it drops daily or once at the end, and always the newest', () => {
  fc.assert(
    fc.property(history, (taken) => {
      const backups = taken
        .map(({ ageMs, trigger }) => backup(NOON - ageMs, trigger))
        .sort((a, b) => a.takenAt - b.takenAt)
        .filter(({ id }, index, sorted) => sorted[index - 1]?.id !== id);
      let kept: Backup[] = [];
      for (const next of backups) {
        kept.push(next);
        const dropped = new Set(selectDroppedBackups(kept, next.takenAt));
        kept = kept.filter(({ id }) => !dropped.has(id));
        expect(kept).toContain(next);
      }
      const inTheEnd = new Set(selectDroppedBackups(kept, NOON));
      const once = new Set(selectDroppedBackups(backups, NOON));
      expect(kept.filter(({ id }) => !inTheEnd.has(id))).toEqual(backups.filter(({ id }) => !once.has(id)));
      expect(backups.length - once.size).toBeLessThanOrEqual(7 + 4 + 3 + 10 + 10);
    }),
  );
});
