import { Column, is, SQL, sql } from 'drizzle-orm';
import type { Mail, MailMessage, OutboxBody } from '#app/domain/mail/messages.ts';
import type { Db } from '../client.ts';
import { outbox } from '../schema/index.ts';

/** An expression of the database that yields such a value: typed SQL (`sql<string>`), or a column that holds one. */
type Expression<Value> =
  | SQL<Value>
  | (Column & { _: { data: Value; notNull: null extends Value ? boolean : true } });

type Scalar = string | number | boolean | null;

/** A value each of whose fields may also be an expression, for what the statement itself finds out. */
export type OrSql<Value> = [Value] extends [Scalar | undefined]
  ? Value | Expression<Value>
  : { [Name in keyof Value]: OrSql<Value[Name]> };

/** A mail whose recipient and data the statement may find out; its template decides which data it has. */
export type MailInSql = Mail extends infer One
  ? One extends Mail
    ? { template: One['template']; to: OrSql<string>; data: OrSql<One['data']> }
    : never
  : never;

type BodyInSql =
  | { kind: 'mail'; payload: MailInSql }
  | (Exclude<OutboxBody, { kind: 'mail' }> extends infer One
      ? One extends OutboxBody
        ? { kind: One['kind']; payload: OrSql<One['payload']> }
        : never
      : never);

type OutboxRow = BodyInSql & {
  /** Names what the message says and to whom: a message of the same id is written once. */
  id: OrSql<string>;
  now: number;
  /** The tables of a `FROM` clause: one message for each of their rows. Without it, one message. */
  from?: SQL;
  /** Writes nothing where it does not hold. */
  where?: SQL | undefined;
  /** Who caused a mail (`mailCause`); needed for a mail that anybody can cause. */
  cause?: OrSql<string | null> | undefined;
};

/**
 * The statement that writes messages to the outbox, due at once. The one place of the product that does: what a message
 * contains is held to the union of messages by the compiler.
 */
export function outboxRow(db: Db, row: OutboxRow) {
  const { id, kind, payload, now, from, where, cause = null } = row;
  return db.run(sql`INSERT INTO ${outbox} (id, kind, payload, created_at, attempts, next_attempt_at, cause)
    SELECT ${id}, ${kind}, ${json(payload)}, ${now}, 0, ${now}, ${cause}
    ${from && sql`FROM ${from}`} WHERE ${where ?? sql`TRUE`} ON CONFLICT DO NOTHING`);
}

/** @returns a use case's mail as `outboxRow` takes it. */
export function mailBody({ id, mail, cause }: MailMessage) {
  return { id, kind: 'mail', payload: mail, cause } as const;
}

/** @returns an expression of a value's JSON; its keys in the order of the value's. */
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
