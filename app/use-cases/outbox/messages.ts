import type { Role } from '#app/domain/access/roles.ts';
import type { BillingStatus } from '#app/domain/billing/subscription.ts';
import type { InstanceMail } from '#app/domain/instance/machine/events.ts';
import type { InstanceStatus } from '#app/domain/instance/view.ts';

/** A workspace's own mail, as it is addressed to one of its account's people. */
export type InstanceMailMessage = InstanceMail extends infer Mail
  ? Mail extends { template: infer Template; data: infer Data }
    ? { template: Template; to: string; data: Data & { name: string; workspaceName: string } }
    : never
  : never;

/** Whom a mail about billing greets, and about which workspace. */
interface BillingMailFrame {
  name: string;
  workspaceName: string;
}

/** The mails about billing, to each person of the account who pays. Amounts are text such as `$24.00`, instants UTC ms. */
export type BillingMailMessage =
  | { template: 'plan_welcome'; to: string; data: BillingMailFrame & { planName: string } }
  | {
      template: 'payment_receipt';
      to: string;
      /** No number until the provider has made the invoice. */
      data: BillingMailFrame & { amount: string; date: number; invoiceNumber: string | null };
    }
  /** `date`: when it failed. */
  | { template: 'payment_failed'; to: string; data: BillingMailFrame & { amount: string; date: number } }
  /** `date`: the last day on which the card can be charged. */
  | { template: 'card_expiring'; to: string; data: BillingMailFrame & { date: number } }
  /** `date`: since when it is paused. */
  | { template: 'subscription_paused'; to: string; data: BillingMailFrame & { date: number } }
  /** `date`: when it ends and the workspace is deleted. */
  | {
      template: 'subscription_cancelled';
      to: string;
      data: BillingMailFrame & { planName: string; date: number };
    }
  | { template: 'subscription_resumed'; to: string; data: BillingMailFrame & { planName: string } };

/** A support ticket as its mails tell it. */
interface MailedTicket {
  reference: string;
  subject: string;
  body: string;
  /** Under `key` in the store; null when it could not be kept. */
  attachment: { name: string; bytes: number; key: string | null } | null;
}

/** The mails about a support ticket. */
export type SupportMailMessage =
  /** To support, with what the portal knows of who asks; an answer goes to them. */
  | {
      template: 'support_ticket';
      to: string;
      data: {
        ticket: MailedTicket;
        sender: { id: string; name: string; email: string; role: Role };
        account: { id: string; name: string };
        plan: { id: string; displayName: string };
        /** Null before the first checkout. */
        billingStatus: BillingStatus | null;
        /** Status and version are null when they could not be had. */
        workspace: { id: string; name: string; status: InstanceStatus | null; version: string | null };
      };
    }
  /** To who asked. */
  | { template: 'support_ticket_copy'; to: string; data: { name: string; ticket: MailedTicket } };

/** What happened to a person's second factors. */
export type FactorChange =
  | 'app_added'
  | 'app_removed'
  | 'passkey_added'
  | 'passkey_removed'
  | 'recovery_code_used'
  | 'recovery_codes_replaced'
  | 'all_removed';

/** The mails this product sends, with what each one needs to be written. */
export type Mail =
  | { template: 'confirm_email'; to: string; data: { accountName: string; token: string } }
  | { template: 'already_registered'; to: string; data: Record<string, never> }
  | {
      template: 'invitation';
      to: string;
      data: { inviterEmail: string; accountName: string; role: Role; token: string };
    }
  | { template: 'magic_link'; to: string; data: { name: string; token: string } }
  | { template: 'reset_password'; to: string; data: { name: string; token: string } }
  | { template: 'password_changed'; to: string; data: { name: string } }
  /** To the new address, which has to be confirmed. */
  | { template: 'confirm_new_email'; to: string; data: { token: string } }
  /** To the new address, when it is somebody's already. */
  | { template: 'email_already_used'; to: string; data: Record<string, never> }
  /** To the old address: asked for, and done. */
  | { template: 'email_change_requested'; to: string; data: { name: string; newEmail: string } }
  | { template: 'email_changed'; to: string; data: { name: string; newEmail: string } }
  | {
      template: 'second_factor_changed';
      to: string;
      /** `label`: the name of the app or passkey; empty where there is none. */
      data: { name: string; change: FactorChange; label: string };
    }
  /** Several wrong codes after a right password. */
  | { template: 'second_factor_guessed'; to: string; data: { name: string } }
  /** `validFrom`: when the link that removes begins to work, UTC ms. */
  | {
      template: 'second_factor_removal_requested';
      to: string;
      data: { name: string; removeToken: string; keepToken: string; validFrom: number };
    }
  | { template: 'removed_from_account'; to: string; data: { name: string; accountName: string } }
  | BillingMailMessage
  | SupportMailMessage
  | InstanceMailMessage;

export interface MailMessage {
  /** Also the provider's idempotency key. */
  id: string;
  mail: Mail;
  /** Who caused it (`mailCause`): the inbox's number is shared among causes. */
  cause?: string;
}

/** Has a workspace's object learn what its account is; what that is, is read when it is delivered. */
export interface TellMessage {
  workspaceId: string;
}

/**
 * Tells a workspace the role of somebody of its account, or that they left. Which of both is read when it is delivered, so
 * that of two messages the older one delivered last does no harm. Written by the database itself, whatever changes a
 * membership (`db/migrations/0008_workspace_people.sql`).
 */
export interface SetPersonMessage {
  workspaceId: string;
  accountId: string;
  email: string;
}

/** Ends the sessions that a person has in a workspace: their own of the portal ended, or they may not enter for now. */
export interface SignOutMessage {
  workspaceId: string;
  accountId: string;
  email: string;
}

/**
 * Closes the live connections of a session, a token or a person. Written by the database itself, whatever ends them
 * (`db/migrations/0007_session_ends.sql`).
 */
export interface CloseLiveMessage {
  workspaceId: string;
  /** `session:{id}` of a session or API token, `user:{id}` of a person. */
  listener: string;
  /** UTC ms; null where it is not known. */
  lastSeenAt: number | null;
}

/** An undelivered effect as its row holds it. */
export type OutboxMessage = { id: string; attempts: number; createdAt: number; cause: string | null } & (
  | { kind: 'mail'; payload: Mail }
  | { kind: 'workspace.tell'; payload: TellMessage }
  | { kind: 'workspace.sign_out'; payload: SignOutMessage }
  | { kind: 'workspace.set_person'; payload: SetPersonMessage }
  | { kind: 'workspace.close_live'; payload: CloseLiveMessage }
  /** The same by its first name: rows of that time may still be there. */
  | { kind: 'workspace.provision'; payload: TellMessage }
);
