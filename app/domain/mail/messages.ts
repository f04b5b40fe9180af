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

/** Sends a workspace's object the facts of its account; the delivery reads them. */
const sendFactsSchema = z.strictObject({ workspaceId: z.string() });
export type SendFactsMessage = z.infer<typeof sendFactsSchema>;

/** A person of an account, and the account's workspace, which identifies people by e-mail. */
const personSchema = z.strictObject({
  workspaceId: z.string(),
  accountId: z.string(),
  email: z.string(),
});

/**
 * `workspace.set_person` sends a workspace a person's role, or that they left. The delivery reads which, so that messages in the
 * wrong order do no harm. Database triggers write it on each change of a membership (`db/migrations/0013_stored_names.sql`).
 * `workspace.sign_out` ends a person's sessions in a workspace, after their portal sessions ended or they lost access for now.
 */
export type PersonMessage = z.infer<typeof personSchema>;

/**
 * Closes the live connections of a session, a token or a person. Database triggers write it when one of these ends
 * (`db/migrations/0007_session_ends.sql`).
 */
const closeLiveSchema = z.strictObject({
  workspaceId: z.string(),
  /** `session:{id}` of a session or API token, `user:{id}` of a person. */
  listener: z.string(),
  /** UTC ms; null when unknown. */
  lastSeenAt: z.number().nullable(),
});
export type CloseLiveMessage = z.infer<typeof closeLiveSchema>;

/** Charges the executions of a closed month that an account pays for; the delivery reads which. */
const chargeOverageSchema = z.strictObject({ accountId: z.string(), month: z.string(), part: z.int() });

/**
 * Refunds the charge of a cancellation that was not made, or was taken back. Written with the request for either, since a
 * crash or a lost answer can leave the charge without what it was for.
 */
const refundLostChargeSchema = z.strictObject({ accountId: z.string(), subscriptionId: z.string() });
export type RefundLostChargeMessage = z.infer<typeof refundLostChargeSchema>;

/**
 * Moves the provider's customer of a running subscription to another person of the account, after the person with this e-mail
 * left, lost billing or changed their e-mail. Database triggers write it (`db/migrations/0024_customer_follows_account.sql`).
 */
const moveCustomerSchema = z.strictObject({ accountId: z.string(), userId: z.string(), email: z.string() });
export type MoveCustomerMessage = z.infer<typeof moveCustomerSchema>;

/** Announces a payment to the account's billing contacts who have the portal open. */
const announcePaymentSchema = z.strictObject({ workspaceId: z.string(), outcome: z.enum(paymentOutcomes) });
export type AnnouncePaymentMessage = z.infer<typeof announcePaymentSchema>;

/** The body of an outbox row, by its kind. */
export const outboxBodySchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('mail'), payload: mailSchema }),
  z.strictObject({ kind: z.literal('workspace.send_facts'), payload: sendFactsSchema }),
  z.strictObject({ kind: z.literal('workspace.sign_out'), payload: personSchema }),
  z.strictObject({ kind: z.literal('workspace.set_person'), payload: personSchema }),
  z.strictObject({ kind: z.literal('workspace.close_live'), payload: closeLiveSchema }),
  z.strictObject({ kind: z.literal('overage.charge'), payload: chargeOverageSchema }),
  z.strictObject({ kind: z.literal('billing.refund_lost_charge'), payload: refundLostChargeSchema }),
  z.strictObject({ kind: z.literal('billing.move_customer'), payload: moveCustomerSchema }),
  z.strictObject({ kind: z.literal('workspace.announce_payment'), payload: announcePaymentSchema }),
]);
export type OutboxBody = z.infer<typeof outboxBodySchema>;

/** An undelivered outbox row. */
export type OutboxMessage = {
  /** Also the mail provider's idempotency key. */
  id: string;
  attempts: number;
  createdAt: number;
  cause: string | null;
} & OutboxBody;
