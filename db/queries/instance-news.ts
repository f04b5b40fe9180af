import { type SQL, sql } from 'drizzle-orm';
import { can, roles } from '#app/domain/access/roles.ts';
import { audienceOf, type InstanceOutboxItem } from '#app/domain/instance/outbox.ts';
import type { InstanceFacts } from '#app/domain/instance/state.ts';
import type { Db } from '../client.ts';
import { memberships, outbox, users, workspaces } from '../schema/index.ts';

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
  const [first, ...rest] = news.map((item) => db.run(statementFor(facts, item, now)));
  if (first) await db.batch([first, ...rest]);
}

function statementFor(facts: InstanceFacts, news: InstanceOutboxItem, now: number): SQL {
  if (news.kind === 'summary') {
    const { status, since, phase, version, deletionAt, factsRevision } = news.summary;
    // An older summary that arrives late is not news.
    return sql`UPDATE ${workspaces} SET status = ${status}, status_since = ${since}, phase = ${phase},
        status_revision = ${news.revision}, version = ${version}, deletion_at = ${deletionAt},
        told_revision = ${factsRevision}, reported_at = ${now}
      WHERE ${workspaces.id} = ${facts.workspaceId}
        AND coalesce(${workspaces.statusRevision}, 0) <= ${news.revision}`;
  }
  const { id, mail } = news;
  const permissions = audienceOf(mail.template);
  const audience = roles.filter((role) => permissions.some((permission) => can(role, permission)));
  const about = { ...mail.data, workspaceName: facts.name };
  const data = JSON.stringify(about);
  // The link that opens the final backup to whoever has it is the owner's alone.
  const withoutLink = JSON.stringify({ ...about, finalBackupToken: undefined });
  return sql`INSERT INTO ${outbox} (id, kind, payload, created_at, attempts, next_attempt_at)
    SELECT 'msg_' || ${facts.workspaceId} || ':' || ${id} || ':' || ${users.id}, 'mail',
      json_object('template', ${mail.template}, 'to', ${users.email},
        'data', json_set(CASE ${memberships.role} WHEN 'owner' THEN ${data} ELSE ${withoutLink} END,
          '$.name', ${users.name})),
      ${now}, 0, ${now}
    FROM ${memberships} INNER JOIN ${users} ON ${users.id} = ${memberships.userId}
    WHERE ${memberships.accountId} = ${facts.accountId} AND ${users.confirmedAt} IS NOT NULL
      AND ${memberships.role} IN ${audience}
    ON CONFLICT DO NOTHING`;
}
