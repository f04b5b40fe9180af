import { z } from 'zod';
import { roles } from '#app/domain/access/roles.ts';
import { billingStatuses } from '#app/domain/billing/subscription.ts';
import { stopReasons } from '#app/domain/instance/entitlement.ts';
import { InstanceStatus } from '#app/domain/instance/view.ts';
import { supportTiers } from '#app/domain/plan/plan.ts';

/** A mail's template, recipient and data; other fields are refused. */
function mail<Template extends string, Data extends z.ZodRawShape>(template: Template, data: Data) {
  return z.strictObject({ template: z.literal(template), to: z.string(), data: z.strictObject(data) });
}

/** UTC ms. */
const instant = z.number();
const named = { name: z.string() };
/** Mails about billing or the workspace name the recipient and the workspace. */
const framed = { ...named, workspaceName: z.string() };

/** Changes of a person's second factors. */
export const factorChangeSchema = z.enum([
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
export const billingMailSchema = z.discriminatedUnion('template', [
  mail('plan_welcome', { ...framed, planName: z.string() }),
  // No number until the provider has created the invoice.
  mail('payment_receipt', {
    ...framed,
    amount: z.string(),
    date: instant,
    invoiceNumber: z.string().nullable(),
  }),
  // `date`: when the payment failed.
  mail('payment_failed', { ...framed, amount: z.string(), date: instant }),
  // `date`: the last day on which the card can be charged.
  mail('card_expiring', { ...framed, date: instant }),
  // `date`: when the pause began.
  mail('subscription_paused', { ...framed, date: instant }),
  // `date`: when the subscription ends and the workspace is deleted.
  mail('subscription_cancelled', { ...framed, planName: z.string(), date: instant }),
  mail('subscription_resumed', { ...framed, planName: z.string() }),
]);

/** A support ticket in mails. The attachment's `key` in the store is null when it could not be stored. */
const mailedTicket = z.strictObject({
  reference: z.string(),
  subject: z.string(),
  body: z.string(),
  attachment: z.strictObject({ name: z.string(), bytes: z.number(), key: z.string().nullable() }).nullable(),
});

export const supportMailSchema = z.discriminatedUnion('template', [
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
  mail('trial_reminder', { ...framed, endsAt: instant }),
  mail('trial_ended', { ...framed, deletionAt: instant }),
  mail('deletion_warning', {
    ...framed,
    deletionAt: instant,
    reason: z.enum(stopReasons),
  }),
  mail('workspace_deleted', {
    ...framed,
    backupUntil: instant,
    incarnation: z.number(),
    finalBackupToken: z.string().exactOptional(),
  }),
  mail('usage_warning', {
    ...framed,
    percent: z.number(),
    executions: z.number(),
    limit: z.number(),
    timeframe: z.string(),
  }),
  // `limit`: the plan's executions; `maxExecutions`: those beyond it that are paid for at most, `unitPrice` a thousand.
  mail('overage_begun', { ...framed, ...overage }),
  mail('overage_cap', { ...framed, ...overage }),
  mail('version_stale', { ...framed, version: z.string(), target: z.string(), updateAt: instant }),
  mail('version_updated', { ...framed, version: z.string(), target: z.string() }),
  mail('update_rehearsed', {
    ...framed,
    version: z.string(),
    target: z.string(),
    updateAt: z.number(),
    verdict: z.enum(['passed', 'blocked', 'failed', 'not_saved']),
    problems: z.number(),
  }),
  mail('update_went_back', { ...framed, version: z.string(), target: z.string() }),
  // `oldestAt`: when the oldest request arrived. `oldestUntil`: its expiry. `isPaused`: by a person.
  mail('webhooks_waiting', {
    ...framed,
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
