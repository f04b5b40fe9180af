import type { KeptMonth } from '#app/domain/usage/report.ts';

/** The current month and the year before it. */
const MONTHS_KEPT = 13;

/** The months of executions that an object last read. Every method is synchronous and durable. */
export function keptMonths(sql: SqlStorage) {
  return {
    /** Replaces the kept data of the month; rows stay when only the sums were read. */
    keep({ sums, page, readAt }: KeptMonth): void {
      sql.exec(
        `INSERT INTO usage_months (month, read_at, sums, rows) VALUES (?, ?, ?, ?)
         ON CONFLICT (month) DO UPDATE SET read_at = excluded.read_at, sums = excluded.sums,
           rows = coalesce(excluded.rows, usage_months.rows)`,
        sums.month,
        readAt,
        JSON.stringify(sums),
        page && JSON.stringify(page),
      );
      sql.exec(
        `DELETE FROM usage_months WHERE month NOT IN (SELECT month FROM usage_months ORDER BY month DESC LIMIT ${MONTHS_KEPT})`,
      );
    },
    find(month: string): KeptMonth | null {
      const [row] = sql
        .exec<{ readAt: number; sums: string; page: string | null }>(
          'SELECT read_at AS readAt, sums, rows AS page FROM usage_months WHERE month = ?',
          month,
        )
        .toArray();
      return row ? { ...row, sums: JSON.parse(row.sums), page: row.page && JSON.parse(row.page) } : null;
    },
  };
}

export type KeptMonths = ReturnType<typeof keptMonths>;
