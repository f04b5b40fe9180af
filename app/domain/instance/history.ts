import { DAY_MS } from '../time/clock.ts';
import type { PhaseKind } from './state.ts';
import type { PendingCause, StopReason } from './view.ts';

/** How long the status history goes back. */
export const HISTORY_KEPT_MS = 90 * DAY_MS;
/** A process in a crash loop adds hundreds of lines a day, and every page with a status reads all of them. */
export const MAX_HISTORY_LINES = 2_000;

/** A line of the status history. */
export interface HistoryEntry {
  /** Beginning of the phase, UTC ms. */
  at: number;
  phase: PhaseKind;
  cause: PendingCause | StopReason | null;
}

/** A line with its end. */
export interface HistorySpan extends HistoryEntry {
  /** UTC ms; null for the current phase. */
  endedAt: number | null;
}

/** How time counts for the uptime. */
export type Availability = 'up' | 'down' | 'not-counted';

/** Requested restarts and changes do not count, nor do the setup and stopped phases. */
export function availabilityOf({ phase, cause }: HistoryEntry): Availability {
  if (phase === 'online') return 'up';
  if (phase === 'offline' || (phase === 'pending' && cause === 'recover')) return 'down';
  return 'not-counted';
}

/** @param entries oldest first; a clock that went back leaves no duration. @returns them newest first, with ends. */
export function historySpans(entries: readonly HistoryEntry[]): HistorySpan[] {
  return entries
    .map((entry, index) => {
      const next = entries[index + 1];
      return { ...entry, endedAt: next ? Math.max(entry.at, next.at) : null };
    })
    .reverse();
}

/** @returns the share of the counted time in which the workspace was up, 0 to 1; null without any. */
export function uptime(entries: readonly HistoryEntry[], from: number, to: number): number | null {
  const total = { up: 0, down: 0, 'not-counted': 0 };
  for (const span of historySpans(entries)) {
    const began = Math.max(span.at, from);
    const ended = Math.min(span.endedAt ?? to, to);
    if (ended > began) total[availabilityOf(span)] += ended - began;
  }
  const counted = total.up + total.down;
  return counted === 0 ? null : total.up / counted;
}

/** @returns the uptime of each UTC day, oldest first, for the last `days` days up to `now`. */
export function uptimeByDay(
  entries: readonly HistoryEntry[],
  days: number,
  now: number,
): Array<{ dayBeganAt: number; uptime: number | null }> {
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  return Array.from({ length: days }, (_, index) => {
    const dayBeganAt = today - (days - 1 - index) * DAY_MS;
    return { dayBeganAt, uptime: uptime(entries, dayBeganAt, Math.min(dayBeganAt + DAY_MS, now)) };
  });
}
