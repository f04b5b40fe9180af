import { z } from 'zod';
import {
  type billingMailSchema,
  type factorChangeSchema,
  mailSchema,
  type supportMailSchema,
} from './mail-schemas.ts';

export type Mail = z.infer<typeof mailSchema>;
export type BillingMailMessage = z.infer<typeof billingMailSchema>;
export type SupportMailMessage = z.infer<typeof supportMailSchema>;
export type FactorChange = z.infer<typeof factorChangeSchema>;
export type { InstanceMailMessage } from './mail-schemas.ts';

export interface MailMessage {
  /** Also the provider's idempotency key. */
  id: string;
  mail: Mail;
  /** Who caused it (`mailCause`): the inbox's number is shared among causes. */
  cause?: string;
}

/** Sends a workspace's object the facts of its account, which are read when it is delivered. */
const tellSchema = z.strictObject({ workspaceId: z.string() });
export type TellMessage = z.infer<typeof tellSchema>;

/** A person of an account, and the workspace that knows them by their e-mail. */
const personSchema = z.strictObject({
  workspaceId: z.string(),
  accountId: z.string(),
  email: z.string(),
});

/**
 * Tells a workspace the role of somebody of its account, or that they left. Which of both is read when it is delivered, so
 * that of two messages the older one delivered last does no harm. Written by the database itself, whatever changes a
 * membership (`db/migrations/0008_workspace_people.sql`).
 */
export type SetPersonMessage = z.infer<typeof personSchema>;

/** Ends the sessions that a person has in a workspace: their own of the portal ended, or they may not enter for now. */
export type SignOutMessage = z.infer<typeof personSchema>;

/**
 * Closes the live connections of a session, a token or a person. Written by the database itself, whatever ends them
 * (`db/migrations/0007_session_ends.sql`).
 */
const closeLiveSchema = z.strictObject({
  workspaceId: z.string(),
  /** `session:{id}` of a session or API token, `user:{id}` of a person. */
  listener: z.string(),
  /** UTC ms; null where it is not known. */
  lastSeenAt: z.number().nullable(),
});
export type CloseLiveMessage = z.infer<typeof closeLiveSchema>;

/** What a row of the outbox asks for, by its kind. */
export const outboxBodySchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('mail'), payload: mailSchema }),
  z.strictObject({ kind: z.literal('workspace.tell'), payload: tellSchema }),
  z.strictObject({ kind: z.literal('workspace.sign_out'), payload: personSchema }),
  z.strictObject({ kind: z.literal('workspace.set_person'), payload: personSchema }),
  z.strictObject({ kind: z.literal('workspace.close_live'), payload: closeLiveSchema }),
  // `workspace.tell` by its first name: rows of that time may still be there.
  z.strictObject({ kind: z.literal('workspace.provision'), payload: tellSchema }),
]);
export type OutboxBody = z.infer<typeof outboxBodySchema>;

/** An undelivered effect as its row holds it. */
export type OutboxMessage = {
  id: string;
  attempts: number;
  createdAt: number;
  cause: string | null;
} & OutboxBody;
