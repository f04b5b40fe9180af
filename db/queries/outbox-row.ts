import { Column, is, SQL, sql } from 'drizzle-orm';
import { newId } from '#app/crypto/secrets.ts';
import type { Mail, OutboxBody } from '#app/domain/mail/messages.ts';
import type { Db } from '../database.ts';
import { outbox, users } from '../schema/index.ts';

/** An expression that yields such a value: typed SQL (`sql<string>`), or a column of that type. */
type Expression<Value> =
  | SQL<Value>
  | (Column & { _: { data: Value; notNull: null extends Value ? boolean : true } });

type Scalar = string | number | boolean | null;

/** A value whose fields may be expressions, which the statement evaluates. */
export type OrSql<Value> = [Value] extends [Scalar | undefined]
  ? Value | Expression<Value>
  : { [Name in keyof Value]: OrSql<Value[Name]> };

/** A mail whose recipient and data may be expressions; its template decides which data it has. */
export type MailInSql = Mail extends infer One
  ? One extends Mail
    ? { template: One['template']; to: OrSql<string>; data: OrSql<One['data']> }
    : never
  : never;

/** A mail in SQL without `to`: the statement's tables give the recipient. */
export type WithoutRecipient<One> = One extends { to: unknown } ? Omit<One, 'to'> : never;

type BodyInSql =
  | { kind: 'mail'; payload: MailInSql }
  | (Exclude<OutboxBody, { kind: 'mail' }> extends infer One
      ? One extends OutboxBody
        ? { kind: One['kind']; payload: OrSql<One['payload']> }
        : never
      : never);

type OutboxRow = BodyInSql & {
  /** Identifies the message's content and recipient: a message of the same id is written once. By default a new id. */
  id?: OrSql<string>;
  now: number;
  /** When the first delivery is due, UTC ms; by default `now`. */
  dueAt?: number;
  /** The tables of a `FROM` clause: one message for each of their rows. Without `from`, one message. */
  from?: SQL;
  /** If false, nothing is written. */
  where?: SQL | undefined;
  /** The cause of a mail (`mailCause`), required for a mail that anyone can cause. */
  cause?: OrSql<string | null> | undefined;
};

/**
 * The statement that writes messages to the outbox: the compiler checks each message's content against the union of messages.
 * Only database triggers write messages without it (`db/migrations/0007_session_ends.sql`, `0013_stored_names.sql`, `0022_plan_facts.sql`,
 * `0025_customer_of_unapplied_purchase.sql`);
 * `tests/unit/db/outbox-triggers.test.ts` parses what each of them writes.
 */
export function outboxRow(db: Db, row: OutboxRow) {
  const { id = newId('msg'), kind, payload, now, dueAt = now, from, where, cause = null } = row;
  return db.run(sql`INSERT INTO ${outbox} (id, kind, payload, created_at, attempts, next_attempt_at, cause)
    SELECT ${id}, ${kind}, ${json(payload)}, ${now}, 0, ${dueAt}, ${cause}
    ${from && sql`FROM ${from}`} WHERE ${where ?? sql`TRUE`} ON CONFLICT DO NOTHING`);
}

/**
 * The statement that writes a mail to a user, whose columns it may use.
 * @param row.where if false, no mail is written.
 */
export function userMailRow(
  db: Db,
  row: { now: number; userId: string | SQL; where: SQL; cause?: OrSql<string | null> },
  mail: WithoutRecipient<MailInSql>,
) {
  const { userId, where, ...rest } = row;
  return outboxRow(db, {
    ...rest,
    kind: 'mail',
    payload: { ...mail, to: users.email },
    from: sql`${users}`,
    where: sql`${users.id} = ${userId} AND ${where}`,
  });
}

/** @returns an expression of a value's JSON, with its keys in the same order. */
function json(value: unknown): SQL {
  if (isExpression(value)) return sql`${value}`;
  if (!hasExpression(value)) return sql`json(${JSON.stringify(value)})`;
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  return sql`json_object(${sql.join(
    fields.map(([name, field]) => sql`${name}, ${json(field)}`),
    sql`, `,
  )})`;
}

function isExpression(value: unknown): value is SQL | Column {
  return is(value, SQL) || is(value, Column);
}

function hasExpression(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some((field) => isExpression(field) || hasExpression(field));
}
