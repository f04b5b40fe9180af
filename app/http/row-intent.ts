import { z } from 'zod';
import { AppError } from '#app/domain/errors/app-error.ts';
import { once } from '#app/domain/once.ts';
import type { FormFields } from './form-fields.ts';

const MAX_LENGTH = 1_000;

/** The intents of a list's buttons: conform's `insert` and `remove`. */
const rowIntentSchema = once(() => {
  const list = z.string();
  const index = z.int().min(0).max(9_999);
  return z.discriminatedUnion('type', [
    z.strictObject({
      type: z.literal('insert'),
      payload: z.strictObject({
        name: list,
        index: index.optional(),
        defaultValue: z.record(z.string(), z.string()).optional(),
      }),
    }),
    z.strictObject({ type: z.literal('remove'), payload: z.strictObject({ name: list, index }) }),
  ]);
});
export type RowIntent = z.infer<ReturnType<typeof rowIntentSchema>>;

/** @throws AppError malformed_body for anything but a row to add or to remove. */
export function readRowIntent(text: string): RowIntent {
  if (text.length > MAX_LENGTH) throw new AppError('malformed_body');
  try {
    return rowIntentSchema().parse(JSON.parse(text));
  } catch (cause) {
    throw new AppError('malformed_body', { cause });
  }
}

/** @throws AppError malformed_body for a list, a row or a field that the form does not have. */
export function rejectForeignRow({ type, payload }: RowIntent, fields: FormFields): void {
  const columns = type === 'insert' ? Object.keys(payload.defaultValue ?? {}) : [];
  const row = `${payload.name}[].`;
  const [first] = [...fields].flatMap(([name, field]) => (name.startsWith(row) ? [field] : []));
  const maxRows = first?.maxRows[0] ?? 0;
  const isKnown = columns.every((column) => fields.has(row + column));
  if (!isKnown || (payload.index ?? 0) >= maxRows) throw new AppError('malformed_body');
}
