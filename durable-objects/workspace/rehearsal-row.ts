import { z } from 'zod';
import { type RehearsalState, rehearsalState } from '#app/domain/instance/rehearsal/state.ts';
import { ONLY_ROW, upsert } from './held/sql.ts';

const stored = z.strictObject({ version: z.literal(1), state: rehearsalState });

/** The rehearsed update in the object's own table. Every method is synchronous and durable. */
export function rehearsalRow({ sql }: Pick<DurableObjectStorage, 'sql'>) {
  return {
    /** @returns null before the first rehearsal. @throws ZodError for a state that another deployment wrote. */
    read(): RehearsalState | null {
      const row = sql.exec<{ state: string }>('SELECT state FROM rehearsal').toArray()[0];
      return row ? stored.parse(JSON.parse(row.state)).state : null;
    },
    write(state: RehearsalState): void {
      const row = { version: 1, state } satisfies z.input<typeof stored>;
      upsert(sql, 'rehearsal', ONLY_ROW, { state: JSON.stringify(row) });
    },
    clear(): void {
      sql.exec('DELETE FROM rehearsal');
    },
  };
}
