import { inArray, sql } from 'drizzle-orm';
import { can, type Role, roles } from '#app/domain/access/roles.ts';
import type { InstanceMail } from '#app/domain/instance/machine/events.ts';
import { audienceOf, type InstanceOutboxItem } from '#app/domain/instance/outbox.ts';
import type { InstanceFacts } from '#app/domain/instance/state.ts';
import type { Db } from '../client.ts';
import { memberships, users, workspaces } from '../schema/index.ts';
import { type MailInSql, outboxRow } from './outbox-row.ts';

/**
 * Takes in what a workspace's object tells: its mails go to the outbox, one for each of the account's people whom they
 * concern, and the copy of its status follows. One round trip; telling it again changes nothing, since a mail's row is
 * named by what it is and whom it is for.
 *
 * @param now UTC ms, in real time whatever the workspace's own clock says.
 */
export async function tellInstanceNews(
  db: Db,
  facts: InstanceFacts,
  news: readonly InstanceOutboxItem[],
  now: number,
): Promise<void> {
  await db.batch({ news: news.flatMap((item) => statementsFor(db, facts, item, now)) });
}

function statementsFor(db: Db, facts: InstanceFacts, news: InstanceOutboxItem, now: number) {
  if (news.kind === 'summary') {
    const { status, phase, version, deletionAt, factsRevision } = news.summary;
    // An older summary that arrives late is not news.
    return [
      db.run(sql`UPDATE ${workspaces} SET status = ${status}, phase = ${phase},
        status_revision = ${news.revision}, version = ${version}, deletion_at = ${deletionAt},
        told_revision = ${factsRevision}, reported_at = ${now}
      WHERE ${workspaces.id} = ${facts.workspaceId}
        AND coalesce(${workspaces.statusRevision}, 0) <= ${news.revision}`),
    ];
  }
  const { id, mail } = news;
  const permissions = audienceOf(mail.template);
  const audience = roles.filter((role) => permissions.some((permission) => can(role, permission)));
  const mailTo = (to: readonly Role[], about: InstanceMail) =>
    outboxRow(db, {
      id: sql<string>`${`msg_${facts.workspaceId}:${id}:`} || ${users.id}`,
      kind: 'mail',
      payload: addressed(about, facts.name),
      now,
      from: sql`${memberships} INNER JOIN ${users} ON ${users.id} = ${memberships.userId}`,
      where: sql`${memberships.accountId} = ${facts.accountId} AND ${users.confirmedAt} IS NOT NULL
        AND ${inArray(memberships.role, [...to])}`,
    });
  if (mail.template !== 'workspace_deleted') return [mailTo(audience, mail)];
  // The link that opens the final backup to anybody who has it is the owner's alone.
  const { finalBackupToken, ...data } = mail.data;
  return [
    mailTo(['owner'], mail),
    mailTo(
      audience.filter((role) => role !== 'owner'),
      { ...mail, data },
    ),
  ];
}

function addressed(mail: InstanceMail, workspaceName: string): MailInSql {
  const data = { ...mail.data, name: users.name, workspaceName };
  // The compiler forgets by the spread which template has which data; `InstanceMailMessage` is made of the same type.
  return { template: mail.template, to: users.email, data } as MailInSql;
}
