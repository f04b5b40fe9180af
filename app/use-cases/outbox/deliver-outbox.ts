import { MAX_CONNECTIONS } from '#app/domain/connections.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import { MAIL_TRIED_FOR_MS, MailRefused, UnknownMail } from '#app/domain/mail/delivery.ts';
import type { OutboxMessage } from '#app/domain/mail/messages.ts';
import { memoizeRecent } from '#app/domain/memoize.ts';
import { type ChargeOveragePorts, chargeOverage } from '../billing/charge-overage.ts';
import { type MoveCustomerPorts, moveCustomer } from '../billing/move-customer.ts';
import { type RefundLostChargePorts, refundLostCharge } from '../billing/refund-lost-charge.ts';
import type { Services } from '../services.ts';
import {
  announcePayment,
  closeLive,
  setPersonInWorkspace,
  signOutOfWorkspace,
} from '../workspace/deliver-messages.ts';
import type { ObjectPorts } from '../workspace/rpc.ts';
import { type SendFactsPorts, sendFacts } from '../workspace/send-facts.ts';
import { admitMails } from './admit-mails.ts';

/** The kinds of messages of one receiver, as a pattern, and how many of them are delivered at the same time. */
interface Lane {
  kinds: string;
  size: number;
}

/** Few enough messages to finish within the claim's shortest back-off. A connection is left for the database and the cron's other work. */
const ALL: Lane = { kinds: '*', size: MAX_CONNECTIONS - 1 };
/** Mails, workspaces, and Paddle's charges: together as many as one batch, so that none waits for a connection while another receiver hangs. */
const LANES: readonly Lane[] = [
  { kinds: 'mail', size: 2 },
  { kinds: 'workspace.*', size: 2 },
  { kinds: '[^mw]*', size: 1 },
];
/** The first attempt whose failure is reported: earlier failures are usually transient. */
const FIRST_REPORT = 5;
/** Attempts between two reports: a day at the longest back-off. */
const REPORT_EVERY = 48;

export type DeliverOutboxPorts = Omit<SendFactsPorts, 'workspaceObject'> &
  ChargeOveragePorts &
  RefundLostChargePorts &
  MoveCustomerPorts &
  Pick<Services, 'clock' | 'outbox' | 'mailer' | 'logDroppedMail'> &
  ObjectPorts<'receiveFacts' | 'signOut' | 'setPerson' | 'closeLive' | 'announcePayment'>;

/**
 * The platform: delivers the due messages of the outbox. Runs right after a change and by the cron, so that a crash between
 * the change and its effect costs a minute and loses nothing.
 * @param lane delivers only its kinds.
 */
export async function deliverOutbox(ports: DeliverOutboxPorts, lane = ALL): Promise<void> {
  const claimed = await ports.outbox.claim(ports.clock.now(), lane.size, lane.kinds);
  if (claimed.length === 0) return;
  const messages = await admitMails(ports, claimed);
  // Facts are read when they are sent, so one message per workspace covers all that are due.
  const sendOnce = memoizeRecent((workspaceId) => sendFacts(ports, { workspaceId }), lane.size);
  const outcomes = await Promise.allSettled(messages.map((message) => deliver(ports, message, sendOnce)));

  const delivered: string[] = [];
  const failed: Array<{ id: string; error: string; closedAt: number | false }> = [];
  const now = ports.clock.now();
  outcomes.forEach((outcome, index) => {
    const message = messages[index];
    if (!message) return;
    if (outcome.status === 'fulfilled') {
      delivered.push(message.id);
      return;
    }
    const { reason } = outcome;
    const isClosed = isUndeliverable(message, reason, now);
    failed.push({ id: message.id, error: String(reason), closedAt: isClosed && now });
    const isDue = message.attempts % REPORT_EVERY === FIRST_REPORT;
    if (isClosed || (isDue && !isWaiting(reason))) ports.reportError(reason);
  });
  if (delivered.length > 0) await ports.outbox.markDelivered(delivered, now);
  if (failed.length > 0) await ports.outbox.markFailed(failed);
  // A full batch may leave others behind, for which a receiver that hangs must not delay the other receivers. Its failures are not
  // due before their back-off, so the recursion ends.
  if (claimed.length === lane.size)
    await Promise.all((lane === ALL ? LANES : [lane]).map((each) => deliverOutbox(ports, each)));
}

async function deliver(
  ports: DeliverOutboxPorts,
  message: OutboxMessage,
  sendOnce: (workspaceId: string) => Promise<void>,
): Promise<void> {
  switch (message.kind) {
    case 'mail':
      return ports.mailer.send(message.payload, message.id);
    case 'workspace.send_facts':
      return sendOnce(message.payload.workspaceId);
    case 'workspace.sign_out':
      return signOutOfWorkspace(ports, message.payload, message.createdAt);
    case 'workspace.set_person':
      return setPersonInWorkspace(ports, message.payload);
    case 'workspace.close_live':
      return closeLive(ports, message.payload);
    case 'overage.charge':
      return chargeOverage(ports, message.payload);
    case 'billing.refund_lost_charge':
      return refundLostCharge(ports, message.payload);
    case 'billing.move_customer':
      return moveCustomer(ports, message.payload);
    case 'workspace.announce_payment':
      return announcePayment(ports, message.payload, message.createdAt);
    default:
      // A newer deployment wrote this kind: the message stays until that one delivers it.
      throw new Error(`Unknown message: ${(message satisfies never as OutboxMessage).kind}.`);
  }
}

/**
 * Whether a message that could not be delivered is closed. Only a mail is: a message to a workspace or about a charge must
 * arrive, however late. A mail of a newer deployment waits for that one, like a message of an unknown kind.
 */
function isUndeliverable({ kind, createdAt }: OutboxMessage, reason: unknown, now: number): boolean {
  if (kind !== 'mail' || reason instanceof UnknownMail) return false;
  return reason instanceof MailRefused || now - createdAt >= MAIL_TRIED_FOR_MS;
}

/** A workspace can be stopped, and a payment past due, for weeks: a message that waits for them has not failed, however long. */
function isWaiting(reason: unknown): boolean {
  const codes: readonly string[] = ['workspace_not_online', 'payment_details_outdated'];
  return reason instanceof AppError && codes.includes(reason.code);
}
