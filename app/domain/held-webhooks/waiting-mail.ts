import { DAY_MS, HOUR_MS } from '../time/clock.ts';

/** Age of the oldest waiting request at which the workspace's people get a mail. */
export const WAITING_MAIL_AFTER_MS = HOUR_MS;

/** The task of the schedule that a queue's first request sets. */
export type WaitingMailStep =
  /** The queue is empty: the next one sets the schedule again. */
  | { kind: 'none' }
  /** The oldest request was replayed in the meantime, and the next one is younger. */
  | { kind: 'later'; at: number }
  /** `day` of the oldest request's waiting, from 0; another mail follows after a day, if something still waits. */
  | { kind: 'send'; day: number; nextAt: number };

/** @param oldestAt when the oldest waiting request came, UTC ms; null without one. */
export function decideWaitingMail(oldestAt: number | null, now: number): WaitingMailStep {
  if (oldestAt === null) return { kind: 'none' };
  const at = oldestAt + WAITING_MAIL_AFTER_MS;
  if (now < at) return { kind: 'later', at };
  return { kind: 'send', day: Math.floor((now - at) / DAY_MS), nextAt: now + DAY_MS };
}
