import { DAY_MS } from '../time/clock.ts';
import type { Backup, BackupTrigger } from './backup.ts';

/** Spec §7, "Backups": of the scheduled backups, the newest of each of the last days, weeks and months with a backup. */
const DAYS_KEPT = 7;
const WEEKS_KEPT = 4;
const MONTHS_KEPT = 3;
/** Backups on demand, and apart from those, so that they push out none, backups before a change. */
const MANUAL_KEPT = 10;
const MANUAL_KEPT_MS = 30 * DAY_MS;

/** 1970-01-05 was a Monday. */
const FIRST_MONDAY = 4 * DAY_MS;

/**
 * Days, weeks (from Monday) and months are UTC. Only those with a backup count, so that a workspace that was stopped for
 * long keeps its backups. The instance's machine expires final backups.
 * @returns the ids of the backups to drop at `now` (UTC ms). Later backups never bring a dropped one back.
 */
export function selectDroppedBackups(backups: readonly Backup[], now: number): string[] {
  const newestFirst = [...backups].sort((a, b) => b.takenAt - a.takenAt);
  const of = (trigger: BackupTrigger) => newestFirst.filter((backup) => backup.trigger === trigger);
  const [scheduled, manual, safety] = [of('scheduled'), of('manual'), of('safety')];
  const kept = new Set(
    [
      ...newestOfEach(scheduled, dayOf, DAYS_KEPT),
      ...newestOfEach(scheduled, weekOf, WEEKS_KEPT),
      ...newestOfEach(scheduled, monthOf, MONTHS_KEPT),
      ...[manual, safety].flatMap((taken) =>
        taken.slice(0, MANUAL_KEPT).filter(({ takenAt }) => now - takenAt < MANUAL_KEPT_MS),
      ),
    ].map(({ id }) => id),
  );
  return [...scheduled, ...manual, ...safety].filter(({ id }) => !kept.has(id)).map(({ id }) => id);
}

function newestOfEach(
  newestFirst: readonly Backup[],
  periodOf: (at: number) => number,
  count: number,
): Backup[] {
  const byPeriod = new Map<number, Backup>();
  for (const backup of newestFirst) {
    const period = periodOf(backup.takenAt);
    if (!byPeriod.has(period)) byPeriod.set(period, backup);
  }
  return [...byPeriod.values()].slice(0, count);
}

function dayOf(at: number): number {
  return Math.floor(at / DAY_MS);
}

function weekOf(at: number): number {
  return Math.floor((at - FIRST_MONDAY) / (7 * DAY_MS));
}

function monthOf(at: number): number {
  const moment = new Date(at);
  return moment.getUTCFullYear() * 12 + moment.getUTCMonth();
}
