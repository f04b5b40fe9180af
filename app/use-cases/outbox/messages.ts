import type { Role } from '#app/domain/access/roles.ts';

/** The mails this product sends, with what each one needs to be written. */
export type Mail =
  | { template: 'confirm_email'; to: string; data: { name: string; accountName: string; token: string } }
  | { template: 'already_registered'; to: string; data: { name: string } }
  | {
      template: 'invitation';
      to: string;
      data: { inviterName: string; accountName: string; role: Role; token: string };
    };

export interface MailMessage {
  /** Also the provider's idempotency key. */
  id: string;
  mail: Mail;
}

/** Has a workspace be what its account wants; what that is, is read when it is delivered. */
export interface ProvisionMessage {
  workspaceId: string;
}

/** An undelivered effect as its row holds it. */
export type OutboxMessage = { id: string; attempts: number; createdAt: number } & (
  | { kind: 'mail'; payload: Mail }
  | { kind: 'workspace.provision'; payload: ProvisionMessage }
);
