import { z } from 'zod';
import { roles } from '../access/roles.ts';
import { paymentOutcomes } from '../billing/payment.ts';
import { billingStatuses } from '../billing/subscription.ts';
import { InstanceStatus, stopReasons } from '../instance/view.ts';
import { supportTiers } from '../plan/plan.ts';

/** A mail's template, recipient and data; other fields are refused. */
function mail<Template extends string, Data extends z.ZodRawShape>(template: Template, data: Data) {
  return z.strictObject({ template: z.literal(template), to: z.string(), data: z.strictObject(data) });
}

/** UTC ms. */
const instant = z.number();
const named = { name: z.string() };

/** A mail about billing or the workspace, which names the recipient and the workspace. */
function accountMail<Template extends string, Data extends z.ZodRawShape>(template: Template, data: Data) {
  return mail(template, { ...named, workspaceName: z.string(), ...data });
}

/** Changes of a person's second factors. */
const factorChangeSchema = z.enum([
  'app_added',
  'app_removed',
  'passkey_added',
  'passkey_removed',
  'recovery_code_used',
  'recovery_codes_replaced',
  'all_removed',
]);

const accessMails = [
  mail('confirm_email', { accountName: z.string(), token: z.string() }),
  mail('already_registered', {}),
  mail('invitation', {
    inviterEmail: z.string(),
    accountName: z.string(),
    role: z.enum(roles),
    token: z.string(),
  }),
  mail('magic_link', { ...named, token: z.string() }),
  mail('reset_password', { ...named, token: z.string() }),
  mail('password_changed', named),
  // To the new address, for its confirmation.
  mail('confirm_new_email', { token: z.string() }),
  // To the new address, when it belongs to another person.
  mail('email_already_used', {}),
  // To the old address: the request, and later the change.
  mail('email_change_requested', { ...named, newEmail: z.string() }),
  mail('email_changed', { ...named, newEmail: z.string() }),
  // `label`: the name of the app or passkey; empty for the other changes.
  mail('second_factor_changed', { ...named, change: factorChangeSchema, label: z.string() }),
  // After several wrong codes with the right password.
  mail('second_factor_guessed', named),
  // `validFrom`: from when the removal link works.
  mail('second_factor_removal_requested', {
    ...named,
    removeToken: z.string(),
    keepToken: z.string(),
    validFrom: instant,
  }),
  mail('removed_from_account', { ...named, accountName: z.string() }),
] as const;

/** To each person of the account with the permission `billing:manage`. Amounts are text such as `$24.00`. */
const billingMailSchema = z.discriminatedUnion('template', [
  accountMail('plan_welcome', { planName: z.string() }),
  // No number until the provider has created the invoice.
  accountMail('payment_receipt', { amount: z.string(), date: instant, invoiceNumber: z.string().nullable() }),
  // `date`: when the payment failed.
  accountMail('payment_failed', { amount: z.string(), date: instant }),
  // `date`: the last day on which the card can be charged.
  accountMail('card_expiring', { date: instant }),
  // `date`: when the pause began.
  accountMail('subscription_paused', { date: instant }),
  // `date`: when the subscription ends and the workspace is deleted.
  accountMail('subscription_cancelled', { planName: z.string(), date: instant }),
  accountMail('subscription_resumed', { planName: z.string() }),
]);

/** A support ticket in mails. The attachment's `key` in the store is null when it could not be stored. */
const mailedTicket = z.strictObject({
  reference: z.string(),
  subject: z.string(),
  body: z.string(),
  attachment: z.strictObject({ name: z.string(), bytes: z.number(), key: z.string().nullable() }).nullable(),
});

const supportMailSchema = z.discriminatedUnion('template', [
  // To support, with the sender's details; replies go to the sender.
  mail('support_ticket', {
    ticket: mailedTicket,
    sender: z.strictObject({ id: z.string(), ...named, email: z.string(), role: z.enum(roles) }),
    account: z.strictObject({ id: z.string(), ...named }),
    plan: z.strictObject({ id: z.string(), displayName: z.string(), supportTier: z.enum(supportTiers) }),
    // Null before the first checkout.
    billingStatus: z.enum(billingStatuses).nullable(),
    // Status and version are null when the workspace did not answer.
    workspace: z.strictObject({
      id: z.string(),
      ...named,
      status: z.enum(InstanceStatus).nullable(),
      version: z.string().nullable(),
    }),
  }),
  // To the sender.
  mail('support_ticket_copy', { ...named, ticket: mailedTicket }),
]);

const overage = {
  limit: z.number(),
  maxExecutions: z.number(),
  unitPrice: z.string(),
  timeframe: z.string(),
};

/** Mails about the workspace itself; its state machine sends them. */
export const instanceMailSchema = z.discriminatedUnion('template', [
  accountMail('trial_reminder', { endsAt: instant }),
  accountMail('trial_ended', { deletionAt: instant }),
  accountMail('deletion_warning', { deletionAt: instant, reason: z.enum(stopReasons) }),
  accountMail('workspace_deleted', {
    backupUntil: instant,
    incarnation: z.number(),
    finalBackupToken: z.string().exactOptional(),
  }),
  accountMail('usage_warning', {
    percent: z.number(),
    executions: z.number(),
    limit: z.number(),
    timeframe: z.string(),
  }),
  // `limit`: the plan's executions; `maxExecutions`: those beyond it that are paid for at most, `unitPrice` a thousand.
  accountMail('overage_begun', overage),
  accountMail('overage_cap', overage),
  accountMail('version_stale', { version: z.string(), target: z.string(), updateAt: instant }),
  accountMail('version_updated', { version: z.string(), target: z.string() }),
  accountMail('update_rehearsed', {
    version: z.string(),
    target: z.string(),
    updateAt: z.number(),
    verdict: z.enum(['passed', 'blocked', 'failed', 'not_saved']),
    problems: z.number(),
  }),
  accountMail('update_went_back', { version: z.string(), target: z.string() }),
  // `oldestAt`: when the oldest request arrived. `oldestUntil`: its expiry. `isPaused`: by a person.
  accountMail('webhooks_waiting', {
    waiting: z.int(),
    oldestAt: instant,
    oldestUntil: instant,
    isPaused: z.boolean(),
  }),
]);

/** The mails this product sends, with what each one needs to be written. */
export const mailSchema = z.discriminatedUnion('template', [
  ...accessMails,
  ...billingMailSchema.options,
  ...supportMailSchema.options,
  ...instanceMailSchema.options,
]);

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
