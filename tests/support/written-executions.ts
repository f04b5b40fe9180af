import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openExecutionLog } from '#engine/hook/execution-log.ts';

const DAY_MS = 86_400_000;
/** A month with this many executions has uncounted ones too. */
const WITH_UNCOUNTED = 10;

/**
 * Writes executions like the workspace's process.
 *
 * @param thisMonth the number of executions in this month; 960 are close to a trial's 1,000. Others are in the previous
 *   month.
 */
export function writeExecutions(dataDirectory: string, workspace: string, thisMonth = 960): void {
  const file = readdirSync(dataDirectory, { recursive: true, encoding: 'utf8' }).find((path) =>
    path.endsWith(`ws-${workspace}/executions.sqlite`),
  );
  if (!file) throw new Error('the workspace has no executions');
  const db = new DatabaseSync(join(dataDirectory, file));
  db.exec('PRAGMA busy_timeout = 5000');
  const log = openExecutionLog(db, 'NORMAL');
  const now = Date.now();
  const names = {
    orders: 'New orders to the warehouse',
    mails: 'Sort incoming mail',
    clean: 'Clean up at night',
  };
  const run = (at: number, workflowId: keyof typeof names, trigger: string) => ({
    at,
    workflowId,
    trigger,
    workflowName: names[workflowId],
  });
  const monthBegan = Date.parse(`${new Date(now).toISOString().slice(0, 7)}-01T00:00:00Z`);
  const elapsed = Math.max(Math.floor((now - monthBegan) / DAY_MS), 1);
  const monthBefore = new Date(monthBegan).setUTCMonth(new Date(monthBegan).getUTCMonth() - 1);
  for (let day = 0; day < 28; day += 1)
    for (let times = 0; times < 10 + (day % 7); times += 1)
      log.count(run(monthBefore + day * DAY_MS, 'clean', 'schedule'), null);
  for (let count = 0; count < thisMonth; count += 1) {
    const at = monthBegan + (count % elapsed) * DAY_MS + (count % 9) * 600_000;
    const workflow = count % 3 === 0 ? 'mails' : count % 10 === 1 ? 'clean' : 'orders';
    log.count(run(Math.min(at, now), workflow, workflow === 'clean' ? 'schedule' : 'webhook'), null);
  }
  if (thisMonth >= WITH_UNCOUNTED) {
    log.note(run(now, 'orders', 'manual'), 'manual');
    log.cancel(log.count(run(now, 'mails', 'webhook'), null) ?? 0);
    log.note(run(now, 'clean', 'schedule'), 'limit');
  }
  db.close();
}
