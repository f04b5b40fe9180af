import { boundsOf, retentionMs } from '#app/domain/held-webhooks/bounds.ts';
import { decideWaitingMail, WAITING_MAIL_AFTER_MS } from '#app/domain/held-webhooks/waiting-mail.ts';
import type { InstanceMail } from '#app/domain/instance/machine/events.ts';
import type { HeldPorts } from './ports.ts';

const SCHEDULE = 'held-mail';

/** Mails the workspace's people about a request that has waited for an hour, and again each day while one does. */
export function waitingMail(ports: HeldPorts) {
  const { clock, rows, paths, alarms } = ports;
  return {
    /** Call before a request waits: the first one of a queue sets the schedule. The caller rearms the alarms. */
    beforeWaiting(): void {
      if (rows.isQueueEmpty()) alarms.set(SCHEDULE, clock.now() + WAITING_MAIL_AFTER_MS);
    },

    /** Handles the schedule. */
    wake(): void {
      const state = ports.readState();
      const { waiting, oldestAt } = rows.totals();
      const now = clock.now();
      const step = decideWaitingMail(oldestAt, now);
      if (!state || oldestAt === null || step.kind === 'none') return;
      if (step.kind === 'later') {
        alarms.set(SCHEDULE, step.at);
        return;
      }
      const oldestUntil = oldestAt + retentionMs(boundsOf(state.facts.limits));
      const data = { waiting, oldestAt, oldestUntil, isPaused: paths.settings().paused };
      const mail: InstanceMail = { template: 'webhooks_waiting', data };
      // A repeated wake queues the same mail.
      ports.queueMail(`webhooks-waiting:${oldestAt}:${step.day}`, mail);
      alarms.set(SCHEDULE, step.nextAt);
    },
  };
}

export type WaitingMail = ReturnType<typeof waitingMail>;
