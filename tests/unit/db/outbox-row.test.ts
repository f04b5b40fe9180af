import { is, SQL, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { type OutboxBody, outboxBodySchema } from '#app/domain/mail/messages.ts';
import type { Db } from '#db/database.ts';
import { outboxRow } from '#db/queries/outbox-row.ts';
import { outbox, sessions, users } from '#db/schema/index.ts';
import { ownDatabase } from '../../support/own-database.ts';

const database = ownDatabase();

/** Any value of a message schema. @throws for a kind of schema that no message uses yet. */
function anyOf(schema: z.core.$ZodType): fc.Arbitrary<unknown> {
  if (schema instanceof z.ZodDiscriminatedUnion) return fc.oneof(...schema.options.map(anyOf));
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries(schema.shape);
    const requiredKeys = fields.filter(([, field]) => !(field instanceof z.ZodExactOptional));
    return fc.record(Object.fromEntries(fields.map(([name, field]) => [name, anyOf(field)])), {
      requiredKeys: requiredKeys.map(([name]) => name),
      noNullPrototype: true,
    });
  }
  if (schema instanceof z.ZodExactOptional) return anyOf(schema.unwrap());
  if (schema instanceof z.ZodNullable) return fc.option(anyOf(schema.unwrap()));
  if (schema instanceof z.ZodLiteral) return fc.constantFrom(...schema.values);
  if (schema instanceof z.ZodEnum) return fc.constantFrom(...schema.options);
  if (schema instanceof z.ZodString) return fc.string({ unit: 'grapheme' });
  if (schema instanceof z.ZodBoolean) return fc.boolean();
  if (schema instanceof z.ZodNumber) return fc.maxSafeInteger();
  throw new Error(`No message has had such a field: ${schema._zod.def.type}.`);
}

/** The same value with some texts and numbers replaced by SQL that yields them. */
function inSql(value: unknown, chosen: () => boolean): unknown {
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, inSql(field, chosen)]));
  }
  // SQLite has no booleans: a column yields 0 or 1, which no message accepts as one.
  if (typeof value === 'boolean') return value;
  // Typed SQL yields what a column of that type would.
  return chosen() ? sql`(SELECT value FROM json_each(${JSON.stringify([value])}))` : value;
}

async function bodies(db: Db): Promise<unknown[]> {
  return db.select({ kind: outbox.kind, payload: outbox.payload }).from(outbox);
}

test('stores any message of the union unchanged, whatever fields are expressions', {
  timeout: 120_000,
}, async () => {
  const db = database();
  const message = anyOf(outboxBodySchema) as fc.Arbitrary<OutboxBody>;
  await fc.assert(
    fc.asyncProperty(message, fc.infiniteStream(fc.boolean()), async (body, choices) => {
      const chosen = () => choices.next().value === true;
      const { template, to, data, ...rest } = {
        template: undefined,
        to: undefined,
        data: undefined,
        ...body.payload,
      };
      const payload =
        body.kind === 'mail'
          ? { template, to: inSql(to, chosen), data: inSql(data, chosen) }
          : inSql(rest, chosen);
      const row = { ...body, payload } as OutboxBody;
      await db.batch({
        old: db.delete(outbox),
        written: outboxRow(db, { ...row, id: 'msg_1', now: 1 }),
      });
      const [stored] = await bodies(db);
      expect(stored).toEqual(body);
      expect(outboxBodySchema.safeParse(stored).success).toBe(true);
    }),
    { numRuns: 400, seed: 6 },
  );
});

test('writes a message for each row, and none under an existing id', async () => {
  const db = database();
  const rowsFor = (ids: string[]) =>
    outboxRow(db, {
      kind: 'workspace.send_facts',
      payload: { workspaceId: sql<string>`named.value` },
      now: 1,
      id: sql<string>`'msg_' || named.value`,
      from: sql`json_each(${JSON.stringify(ids)}) AS named`,
      where: sql`named.value <> 'wks_2'`,
    });
  await db.batch({
    old: db.delete(outbox),
    first: rowsFor(['wks_1', 'wks_2']),
    second: rowsFor(['wks_1', 'wks_3']),
  });
  expect(await bodies(db)).toEqual([
    { kind: 'workspace.send_facts', payload: { workspaceId: 'wks_1' } },
    { kind: 'workspace.send_facts', payload: { workspaceId: 'wks_3' } },
  ]);
});

test('a renamed or missing field, or one of another type or mail, does not compile', () => {
  const db = database();
  const mail = { id: 'msg_1', kind: 'mail', now: 1, from: sql`${users}` } as const;
  const to = users.email;
  const instant = users.createdAt;
  const untyped = sql`'Ada'`;
  const rows = [
    outboxRow(db, { ...mail, payload: { template: 'password_changed', to, data: { name: users.name } } }),
    // @ts-expect-error: the name is called `name`.
    outboxRow(db, { ...mail, payload: { template: 'password_changed', to, data: { fullName: users.name } } }),
    // @ts-expect-error: the name is missing.
    outboxRow(db, { ...mail, payload: { template: 'password_changed', to, data: {} } }),
    // @ts-expect-error: an instant is not a name.
    outboxRow(db, { ...mail, payload: { template: 'password_changed', to, data: { name: instant } } }),
    // @ts-expect-error: a column that may be null is not a name.
    outboxRow(db, { ...mail, payload: { template: 'password_changed', to, data: { name: sessions.place } } }),
    // @ts-expect-error: SQL whose type no one declared.
    outboxRow(db, { ...mail, payload: { template: 'password_changed', to, data: { name: untyped } } }),
    // @ts-expect-error: of another mail.
    outboxRow(db, { ...mail, payload: { template: 'magic_link', to, data: { name: users.name } } }),
    // @ts-expect-error: a template that no mail has.
    outboxRow(db, { ...mail, payload: { template: 'none', to, data: { name: users.name } } }),
    // @ts-expect-error: the workspace is called `workspaceId`.
    outboxRow(db, { ...mail, kind: 'workspace.send_facts', payload: { workspace: 'wks_1' } }),
  ];
  expect(rows.every((row) => is(row.getSQL(), SQL))).toBe(true);
});
