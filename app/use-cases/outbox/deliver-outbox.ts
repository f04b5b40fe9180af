import { AppError } from '#app/domain/errors/app-error.ts';
import type { OutboxMessage } from '#app/domain/mail/messages.ts';
import type { Services } from '../services.ts';
import { closeLive } from '../workspace/close-live.ts';
import type { WorkspaceObjects } from '../workspace/rpc.ts';
import { type SendFactsPorts, sendFacts } from '../workspace/send-facts.ts';
import { setPersonInWorkspace } from '../workspace/set-person.ts';
import { signOutOfWorkspace } from '../workspace/sign-out-of-workspace.ts';
import { admitMails } from './admit-mails.ts';

/** At once: few enough to be through within the claim's shortest back-off. */
const BATCH_SIZE = 5;
/** From this many failures on, each one is reported: before, it is a provider's passing fault. */
const REPORT_AFTER_ATTEMPTS = 5;

export interface DeliverOutboxPorts
  extends SendFactsPorts,
    Pick<Services, 'clock' | 'outbox' | 'mailer' | 'logDroppedMail'> {
  workspaceObject: WorkspaceObjects<'receiveFacts' | 'signOut' | 'setPerson' | 'closeLive'>;
  reportError(error: unknown): void;
}

/**
 * The platform: delivers what is due in the outbox. Called right after a change and by the cron, so that a crash
 * between the change and its effect costs a minute and loses nothing.
 */
export async function deliverOutbox(ports: DeliverOutboxPorts): Promise<void> {
  const claimed = await ports.outbox.claim(ports.clock.now(), BATCH_SIZE);
  if (claimed.length === 0) return;
  const messages = await admitMails(ports, claimed);
  const tell = onceForEach((workspaceId: string) => sendFacts(ports, { workspaceId }));
  const outcomes = await Promise.allSettled(messages.map((message) => deliver(ports, message, tell)));

  const delivered: string[] = [];
  const failed: Array<{ id: string; error: string }> = [];
  outcomes.forEach((outcome, index) => {
    const message = messages[index];
    if (!message) return;
    if (outcome.status === 'fulfilled') {
      delivered.push(message.id);
      return;
    }
    failed.push({ id: message.id, error: String(outcome.reason) });
    if (message.attempts >= REPORT_AFTER_ATTEMPTS && !isWaiting(outcome.reason))
      ports.reportError(outcome.reason);
  });
  if (delivered.length > 0) await ports.outbox.markDelivered(delivered, ports.clock.now());
  if (failed.length > 0) await ports.outbox.markFailed(failed);
  // A full batch may have left others behind. What failed in it is not due again before its back-off, so this ends.
  if (claimed.length === BATCH_SIZE) await deliverOutbox(ports);
}

function deliver(
  ports: DeliverOutboxPorts,
  message: OutboxMessage,
  tell: (workspaceId: string) => Promise<void>,
): Promise<void> {
  switch (message.kind) {
    case 'mail':
      return ports.mailer.send(message.payload, message.id);
    case 'workspace.tell':
    case 'workspace.provision':
      return tell(message.payload.workspaceId);
    case 'workspace.sign_out':
      return signOutOfWorkspace(ports, message.payload);
    case 'workspace.set_person':
      return setPersonInWorkspace(ports, message.payload);
    case 'workspace.close_live':
      return closeLive(ports, message.payload);
  }
}

/** What a workspace is told is read when it is told: of several tellings that are due at once, one says it all. */
function onceForEach(tell: (workspaceId: string) => Promise<void>): (workspaceId: string) => Promise<void> {
  const told = new Map<string, Promise<void>>();
  return (workspaceId) => {
    const telling = told.get(workspaceId) ?? tell(workspaceId);
    told.set(workspaceId, telling);
    return telling;
  };
}

/** A workspace may be stopped for weeks: what waits until it runs is no failure, however often it is tried. */
function isWaiting(reason: unknown): boolean {
  return reason instanceof AppError && reason.code === 'workspace_not_online';
}
