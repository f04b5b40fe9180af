import { HOUR_MS } from '../time/clock.ts';

/** How long a request waits before the workspace's people get a mail, once for each queue. */
export const WAITING_MAIL_AFTER_MS = HOUR_MS;

/** What the schedule does that a queue's first request sets. */
export type WaitingMailStep =
  /** Nothing waits any more: the next queue sets it again. */
  | { kind: 'none' }
  /** Requests came and went: the oldest that waits is younger. */
  | { kind: 'later'; at: number }
  | { kind: 'send' };

/** @param oldestAt when the oldest waiting request came, UTC ms; null without one. */
export function decideWaitingMail(oldestAt: number | null, now: number): WaitingMailStep {
  if (oldestAt === null) return { kind: 'none' };
  const at = oldestAt + WAITING_MAIL_AFTER_MS;
  return now < at ? { kind: 'later', at } : { kind: 'send' };
}
