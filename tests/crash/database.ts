import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, createClient } from '@libsql/client';
import { z } from 'zod';
import type { InstanceFacts } from '#app/domain/instance/state.ts';
import { HANGS_AFTER_MS } from '#tests/support/patience.ts';

const rowSchema = z.object({
  id: z.string(),
  phase: z.string().nullable(),
  revision: z.number().nullable(),
});
const ASK_AGAIN_AFTER_MS = 50;
/** Workspaces that ask within this time share a read. */
const GATHERED_MS = 50;

/** Reads the database with retries, since the test kills it too. */
export class CrashDatabase {
  readonly #client: Client;
  /** The summaries of all workspaces, by a read that has not begun yet. */
  #nextSummaries: Promise<Map<string, z.infer<typeof rowSchema>>> | undefined;

  constructor(url: string) {
    this.#client = createClient({ url });
  }

  /** Inserts an account with a confirmed owner, whose workspace the facts describe. */
  async insertAccount(facts: InstanceFacts): Promise<void> {
    const { accountId, workspaceId, name, ownerEmail, timezone, clusterId } = facts;
    const now = Date.now();
    await this.#client.batch(
      [
        [
          'INSERT INTO accounts (id, name, plan_id, timezone, created_at) VALUES (?, ?, ?, ?, ?)',
          [accountId, name, 'trial-1', timezone, now],
        ],
        [
          'INSERT INTO workspaces (id, account_id, name, created_at, cluster_id) VALUES (?, ?, ?, ?, ?)',
          [workspaceId, accountId, name, now, clusterId],
        ],
        [
          `INSERT INTO users (id, username, name, email, email_normalized, password_hash, wants_newsletter,
             confirmed_at, confirmation_sent_at, created_at) VALUES (?, ?, ?, ?, ?, 'none', 0, ?, ?, ?)`,
          [`usr_${name}`, name, 'Ada Lovelace', ownerEmail, ownerEmail, now, now, now],
        ],
        [
          `INSERT INTO memberships (user_id, account_id, role, created_at) VALUES (?, ?, 'owner', ?)`,
          [`usr_${name}`, accountId, now],
        ],
      ],
      'write',
    );
  }

  /** The object's last summary in the database, by a read that begins after this call. */
  async summaryOf({ workspaceId }: InstanceFacts) {
    this.#nextSummaries ??= sleep(GATHERED_MS).then(() => {
      this.#nextSummaries = undefined;
      return this.#readSummaries();
    });
    const summary = (await this.#nextSummaries).get(workspaceId);
    if (!summary) throw new Error(`${workspaceId} has no row`);
    return summary;
  }

  async #readSummaries() {
    const rows = await this.#rows('SELECT id, phase, status_revision AS revision FROM workspaces', []);
    return new Map(rows.map((row) => rowSchema.parse(row)).map((summary) => [summary.id, summary]));
  }

  /** The templates of the workspace's mails, sorted, with duplicates. */
  async mailsOf({ workspaceId }: InstanceFacts): Promise<string[]> {
    const rows = await this.#rows(
      `SELECT json_extract(payload, '$.template') AS template FROM outbox
       WHERE kind = 'mail' AND substr(id, 1, ?) = ? ORDER BY template`,
      [workspaceId.length + 5, `msg_${workspaceId}:`],
    );
    return rows.map(({ template }) => String(template));
  }

  close(): void {
    this.#client.close();
  }

  async #rows(sql: string, given: Array<string | number>) {
    const giveUpAt = performance.now() + HANGS_AFTER_MS;
    for (;;) {
      try {
        return (await this.#client.execute(sql, given)).rows;
      } catch (error) {
        if (performance.now() > giveUpAt) throw error;
        await sleep(ASK_AGAIN_AFTER_MS);
      }
    }
  }
}
