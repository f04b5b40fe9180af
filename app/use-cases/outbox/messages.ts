import type { Role } from '#app/domain/access/roles.ts';
import type { InstanceMail } from '#app/domain/instance/machine/events.ts';

/** A workspace's own mail, as it is addressed to one of its account's people. */
export type InstanceMailMessage = InstanceMail extends infer Mail
  ? Mail extends { template: infer Template; data: infer Data }
    ? { template: Template; to: string; data: Data & { name: string; workspaceName: string } }
    : never
  : never;

/** The mails this product sends, with what each one needs to be written. */
export type Mail =
  | { template: 'confirm_email'; to: string; data: { name: string; accountName: string; token: string } }
  | { template: 'already_registered'; to: string; data: { name: string } }
  | {
      template: 'invitation';
      to: string;
      data: { inviterName: string; accountName: string; role: Role; token: string };
    }
  | InstanceMailMessage;

export interface MailMessage {
  /** Also the provider's idempotency key. */
  id: string;
  mail: Mail;
}

/** Has a workspace's object learn what its account is; what that is, is read when it is delivered. */
export interface TellMessage {
  workspaceId: string;
}

/** An undelivered effect as its row holds it. */
export type OutboxMessage = { id: string; attempts: number; createdAt: number } & (
  | { kind: 'mail'; payload: Mail }
  | { kind: 'workspace.tell'; payload: TellMessage }
  /** The same by its first name: rows of that time may still be there. */
  | { kind: 'workspace.provision'; payload: TellMessage }
);
