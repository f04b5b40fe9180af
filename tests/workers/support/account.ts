import { env } from 'cloudflare:workers';
import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { type Role, roles } from '#app/domain/access/roles.ts';
import type { InstanceFacts } from '#app/domain/instance/state.ts';
import { openDatabase } from '#db/client.ts';
import { accounts, memberships, outbox, users, workspaces } from '#db/schema/index.ts';

export function database() {
  return openDatabase({ url: env.DATABASE_URL, token: undefined });
}

export function emailOf({ name }: InstanceFacts, role: Role): string {
  return `${role}@${name}.example`;
}

/** An account with one confirmed person in each role, whose workspace the facts are about. */
export async function insertAccount(facts: InstanceFacts): Promise<void> {
  const db = database();
  const now = Date.now();
  const people = roles.map((role) => ({ role, id: `usr_${facts.name}-${role}` }));
  await db.batch({
    account: db.insert(accounts).values({
      id: facts.accountId,
      name: facts.name,
      planId: 'trial-1',
      timezone: facts.timezone,
      createdAt: now,
    }),
    workspace: db.insert(workspaces).values({
      id: facts.workspaceId,
      accountId: facts.accountId,
      name: facts.name,
      createdAt: now,
      clusterId: facts.clusterId,
    }),
    people: db.insert(users).values(
      people.map(({ role, id }) => ({
        id,
        username: `${facts.name}-${role}`,
        name: `The ${role}`,
        email: emailOf(facts, role),
        emailNormalized: emailOf(facts, role),
        passwordHash: 'none',
        wantsNewsletter: false,
        confirmedAt: now,
        confirmationSentAt: now,
        createdAt: now,
      })),
    ),
    memberships: db
      .insert(memberships)
      .values(
        people.map(({ role, id }) => ({ userId: id, accountId: facts.accountId, role, createdAt: now })),
      ),
  });
}

/** The workspace's row in the database. */
export async function summaryRow({ workspaceId }: InstanceFacts) {
  const rows = await database().select().from(workspaces).where(eq(workspaces.id, workspaceId));
  return rows[0];
}

const payloadSchema = z.object({
  template: z.string(),
  to: z.string(),
  data: z.record(z.string(), z.unknown()),
});

/** The account's mails in the outbox, sorted. */
export async function mailsOf({ workspaceId }: InstanceFacts) {
  const rows = await database()
    .select({ payload: outbox.payload })
    .from(outbox)
    .where(
      sql`${outbox.kind} = 'mail' AND substr(${outbox.id}, 1, ${workspaceId.length + 5}) = ${`msg_${workspaceId}:`}`,
    )
    .orderBy(outbox.id);
  return rows.map(({ payload }) => payloadSchema.parse(payload));
}

/** Each mail's recipient as `template to role`, sorted; repeats a mail that was sent twice. */
export async function listMails(facts: InstanceFacts): Promise<string[]> {
  const mails = await mailsOf(facts);
  return mails.map(({ template, to }) => `${template} to ${to.split('@')[0]}`).sort();
}

/** The lines of `mailed` for one mail to each of these roles. */
export function to(template: string, recipients: readonly Role[]): string[] {
  return recipients.map((role) => `${template} to ${role}`);
}

/** The roles that can prevent a workspace's deletion. */
export const ENDING: readonly Role[] = ['billing', 'operator', 'owner'];
/** The roles that operate the workspace. */
export const RUNNING: readonly Role[] = ['operator', 'owner'];
