import { z } from 'zod';
import { roles } from '#app/domain/access/roles.ts';
import { billingStatuses } from '#app/domain/billing/subscription.ts';
import type { InstanceMail } from '#app/domain/instance/machine/events.ts';
import { InstanceStatus } from '#app/domain/instance/view.ts';

/** A mail's template, recipient and data; a field that is not declared here is refused. */
function mail<Template extends string, Data extends z.ZodRawShape>(template: Template, data: Data) {
  return z.strictObject({ template: z.literal(template), to: z.string(), data: z.strictObject(data) });
}

/** UTC ms. */
const instant = z.number();
const named = { name: z.string() };
/** Whom a mail about billing or the workspace greets, and about which workspace. */
const framed = { ...named, workspaceName: z.string() };

/** What happened to a person's second factors. */
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
  // To the new address, which has to be confirmed.
  mail('confirm_new_email', { token: z.string() }),
  // To the new address, when it is somebody's already.
  mail('email_already_used', {}),
  // To the old address: asked for, and done.
  mail('email_change_requested', { ...named, newEmail: z.string() }),
  mail('email_changed', { ...named, newEmail: z.string() }),
  // `label`: the name of the app or passkey; empty where there is none.
  mail('second_factor_changed', { ...named, change: factorChangeSchema, label: z.string() }),
  // Several wrong codes after a right password.
  mail('second_factor_guessed', named),
  // `validFrom`: when the link that removes begins to work.
  mail('second_factor_removal_requested', {
    ...named,
    removeToken: z.string(),
    keepToken: z.string(),
    validFrom: instant,
  }),
  mail('removed_from_account', { ...named, accountName: z.string() }),
] as const;

/** To each person of the account who pays. Amounts are text such as `$24.00`. */
export const billingMailSchema = z.discriminatedUnion('template', [
  mail('plan_welcome', { ...framed, planName: z.string() }),
  // No number until the provider has made the invoice.
  mail('payment_receipt', {
    ...framed,
    amount: z.string(),
    date: instant,
    invoiceNumber: z.string().nullable(),
  }),
  // `date`: when it failed.
  mail('payment_failed', { ...framed, amount: z.string(), date: instant }),
  // `date`: the last day on which the card can be charged.
  mail('card_expiring', { ...framed, date: instant }),
  // `date`: since when it is paused.
  mail('subscription_paused', { ...framed, date: instant }),
  // `date`: when it ends and the workspace is deleted.
  mail('subscription_cancelled', { ...framed, planName: z.string(), date: instant }),
  mail('subscription_resumed', { ...framed, planName: z.string() }),
]);

/** A support ticket as its mails tell it. Its attachment is under `key` in the store; null when it could not be kept. */
const mailedTicket = z.strictObject({
  reference: z.string(),
  subject: z.string(),
  body: z.string(),
  attachment: z.strictObject({ name: z.string(), bytes: z.number(), key: z.string().nullable() }).nullable(),
});

export const supportMailSchema = z.discriminatedUnion('template', [
  // To support, with what the portal knows of the person who asks; an answer goes to them.
  mail('support_ticket', {
    ticket: mailedTicket,
    sender: z.strictObject({ id: z.string(), ...named, email: z.string(), role: z.enum(roles) }),
    account: z.strictObject({ id: z.string(), ...named }),
    plan: z.strictObject({ id: z.string(), displayName: z.string() }),
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
  // To the person who asked.
  mail('support_ticket_copy', { ...named, ticket: mailedTicket }),
]);

/** A workspace's own mail, as it is addressed to one of its account's people. */
export type InstanceMailMessage = InstanceMail extends infer Mail
  ? Mail extends { template: infer Template; data: infer Data }
    ? { template: Template; to: string; data: Data & { name: string; workspaceName: string } }
    : never
  : never;

/** The workspace's own mails, as the domain declares them and with the person whom they greet. */
export const instanceMailSchema = z.discriminatedUnion('template', [
  mail('trial_reminder', { ...framed, endsAt: instant }),
  mail('trial_ended', { ...framed, deletionAt: instant }),
  mail('deletion_warning', {
    ...framed,
    deletionAt: instant,
    reason: z.enum(['trial_ended', 'paused', 'cancelled']),
  }),
  mail('workspace_deleted', {
    ...framed,
    backupUntil: instant,
    incarnation: z.number().exactOptional(),
    // `incarnation` by its first name: rows of that time may still be there.
    life: z.number().exactOptional(),
    finalBackupToken: z.string().exactOptional(),
  }),
  mail('usage_warning', {
    ...framed,
    percent: z.number(),
    executions: z.number(),
    limit: z.number(),
    timeframe: z.string(),
  }),
  mail('version_stale', { ...framed, version: z.string(), target: z.string(), updateAt: instant }),
  mail('version_updated', { ...framed, version: z.string(), target: z.string() }),
]) satisfies z.ZodType<InstanceMailMessage>;

/** The mails this product sends, with what each one needs to be written. */
export const mailSchema = z.discriminatedUnion('template', [
  ...accessMails,
  ...billingMailSchema.options,
  ...supportMailSchema.options,
  ...instanceMailSchema.options,
]);
