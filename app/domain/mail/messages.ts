import { z } from 'zod';
import { paymentOutcomes } from '../billing/payment.ts';
import {
  type billingMailSchema,
  type factorChangeSchema,
  type instanceMailSchema,
  mailSchema,
  type supportMailSchema,
} from './mail-schemas.ts';

export type Mail = z.infer<typeof mailSchema>;
export type BillingMailMessage = z.infer<typeof billingMailSchema>;
export type SupportMailMessage = z.infer<typeof supportMailSchema>;
export type FactorChange = z.infer<typeof factorChangeSchema>;
export type InstanceMailMessage = z.infer<typeof instanceMailSchema>;

/** A message's kind and payload; other fields are refused. */
function message<Kind extends string, Payload extends z.ZodRawShape>(kind: Kind, payload: Payload) {
  return z.strictObject({ kind: z.literal(kind), payload: z.strictObject(payload) });
}

/** A person of an account, and the account's workspace, which identifies people by e-mail. */
const person = { workspaceId: z.string(), accountId: z.string(), email: z.string() };

/** The body of an outbox row, by its kind. */
export const outboxBodySchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('mail'), payload: mailSchema }),
  /** Sends a workspace's object the facts of its account; the delivery reads them. */
  message('workspace.send_facts', { workspaceId: z.string() }),
  /** Ends a person's sessions in a workspace, after their portal sessions ended or they lost access for now. */
  message('workspace.sign_out', person),
  /**
   * Sends a workspace a person's role, or that they left. The delivery reads which, so that messages in the wrong order do no
   * harm. Database triggers write it on each change of a membership (`db/migrations/0013_stored_names.sql`).
   */
  message('workspace.set_person', person),
  /**
   * Closes the live connections of a session, a token or a person. Database triggers write it when one of these ends
   * (`db/migrations/0007_session_ends.sql`). `listener`: `session:{id}` of a session or API token, `user:{id}` of a person.
   * `lastSeenAt`: UTC ms; null when unknown.
   */
  message('workspace.close_live', {
    workspaceId: z.string(),
    listener: z.string(),
    lastSeenAt: z.number().nullable(),
  }),
  /** Charges the executions of a closed month that an account pays for; the delivery reads which. */
  message('overage.charge', { accountId: z.string(), month: z.string(), part: z.int() }),
  /**
   * Refunds the charge of a cancellation that was not made, or was taken back. Written with the request for either, since a
   * crash or a lost answer can leave the charge without what it was for.
   */
  message('billing.refund_lost_charge', { accountId: z.string(), subscriptionId: z.string() }),
  /**
   * Moves the provider's customer of a running subscription to another person of the account, after the person with this e-mail
   * left, lost billing or changed their e-mail. Database triggers write it (`db/migrations/0025_customer_of_unapplied_purchase.sql`).
   */
  message('billing.move_customer', { accountId: z.string(), userId: z.string(), email: z.string() }),
  /** Announces a payment to the account's billing contacts who have the portal open. */
  message('workspace.announce_payment', { workspaceId: z.string(), outcome: z.enum(paymentOutcomes) }),
]);
export type OutboxBody = z.infer<typeof outboxBodySchema>;

/** The payload of an outbox row of a kind. */
export type OutboxPayload<Kind extends OutboxBody['kind']> = Extract<OutboxBody, { kind: Kind }>['payload'];

/** An undelivered outbox row. */
export type OutboxMessage = {
  /** Also the mail provider's idempotency key. */
  id: string;
  attempts: number;
  createdAt: number;
  cause: string | null;
} & OutboxBody;
