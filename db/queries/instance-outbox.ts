import { inArray, sql } from 'drizzle-orm';
import { can, type Role, roles } from '#app/domain/access/roles.ts';
import { overageUnits } from '#app/domain/billing/overage.ts';
import type { ClosedOverage, InstanceMail } from '#app/domain/instance/machine/events.ts';
import { audienceOf, type InstanceOutboxItem } from '#app/domain/instance/outbox.ts';
import type { InstanceFacts } from '#app/domain/instance/state.ts';
import type { Db } from '../database.ts';
import { accounts, memberships, overageCharges, subscriptions, users, workspaces } from '../schema/index.ts';
import { outboxRow } from './outbox-row.ts';

/**
 * Receives items from a workspace's outbox: queues each mail for its audience in the account, and updates the copy of the
 * status. One round trip. Idempotent, since a mail's row id consists of the mail's id and its recipient.
 * @param now UTC ms, in real time, independent of the workspace's own clock.
 */
export async function receiveInstanceOutbox(
  db: Db,
  facts: InstanceFacts,
  items: readonly InstanceOutboxItem[],
  now: number,
): Promise<void> {
  await db.batch({ items: items.flatMap((item) => statementsFor(db, facts, item, now)) });
}

function statementsFor(db: Db, facts: InstanceFacts, item: InstanceOutboxItem, now: number) {
  if (item.kind === 'summary') {
    const { status, phase, version, factsRevision } = item.summary;
    // Ignores an older summary that arrives late.
    return [
      db.run(sql`UPDATE ${workspaces} SET status = ${status}, phase = ${phase},
        status_revision = ${item.revision}, version = ${version}, facts_revision = ${factsRevision},
        reported_at = ${now}
      WHERE ${workspaces.id} = ${facts.workspaceId}
        AND coalesce(${workspaces.statusRevision}, 0) <= ${item.revision}`),
    ];
  }
  const { workspaceId, accountId } = facts;
  if (item.kind === 'overage') return overageChargeRows(db, accountId, item.overage, now);
  if (item.kind === 'people') {
    // Each message sends the workspace the person's current role.
    const kind = 'workspace.set_person';
    const idOf = (email: string) => `msg_again_${kind}_${workspaceId}_${item.id}:${email}`;
    return item.emails.map((email) =>
      outboxRow(db, { kind, payload: { workspaceId, accountId, email }, now, id: idOf(email) }),
    );
  }
  const { id, mail } = item;
  const permissions = audienceOf(mail.template);
  const audience = roles.filter((role) => permissions.some((permission) => can(role, permission)));
  const mailTo = (to: readonly Role[], about: InstanceMail) =>
    outboxRow(db, {
      id: sql<string>`${`msg_${workspaceId}:${id}:`} || ${users.id}`,
      kind: 'mail',
      payload: toUser(about, facts.name),
      now,
      from: sql`${memberships} INNER JOIN ${users} ON ${users.id} = ${memberships.userId}`,
      where: sql`${memberships.accountId} = ${accountId} AND ${users.confirmedAt} IS NOT NULL
        AND ${inArray(memberships.role, [...to])}`,
    });
  if (mail.template !== 'workspace_deleted') return [mailTo(audience, mail)];
  // The link alone opens the final backup, so only the owner gets it.
  const { finalBackupToken, ...data } = mail.data;
  return [
    mailTo(['owner'], mail),
    mailTo(
      audience.filter((role) => role !== 'owner'),
      { ...mail, data },
    ),
  ];
}

type DataOf = { [Mail in InstanceMail as Mail['template']]: Mail['data'] };
type MailOf<Template extends keyof DataOf> = {
  [One in Template]: { template: One; data: DataOf[One] };
}[Template];
type UserMail<Template extends keyof DataOf> = {
  [One in Template]: {
    template: One;
    to: typeof users.email;
    data: DataOf[One] & { name: typeof users.name; workspaceName: string };
  };
}[Template];

/** Adds the recipient. Generic, so that the compiler knows which data belongs to the template. */
function toUser<Template extends keyof DataOf>(
  { template, data }: MailOf<Template>,
  workspaceName: string,
): UserMail<Template> {
  return { template, to: users.email, data: { ...data, name: users.name, workspaceName } };
}

/**
 * The statements that charge a closed month to the account's current subscription. A repeated report of the workspace's
 * object changes nothing.
 */
function overageChargeRows(db: Db, accountId: string, overage: ClosedOverage, now: number) {
  const { month, part, executions, unitPrice } = overage;
  return [
    db.run(sql`INSERT INTO ${overageCharges} (account_id, month, part, subscription_id, executions, units, unit_amount, currency,
        tax_inclusive, status)
      SELECT ${accounts.id}, ${month}, ${part}, ${subscriptions.id}, ${executions}, ${overageUnits(executions)},
        ${unitPrice.amount}, ${unitPrice.currency}, ${subscriptions.taxInclusive}, 'due'
      FROM ${accounts} INNER JOIN ${subscriptions} ON ${subscriptions.accountId} = ${accounts.id} AND ${subscriptions.isCurrent} = 1
      WHERE ${accounts.id} = ${accountId} ON CONFLICT DO NOTHING`),
    outboxRow(db, {
      kind: 'overage.charge',
      payload: { accountId, month, part },
      now,
      id: `msg_overage_${accountId}_${month}_${part}`,
    }),
  ];
}
