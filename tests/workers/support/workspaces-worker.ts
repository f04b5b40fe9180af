import type { InstanceFacts } from '#app/domain/instance/state.ts';
import type { WorkspaceEnv } from '#durable-objects/workspace/context.ts';
import { WorkspaceObject as ProductObject } from '#durable-objects/workspace/object.ts';

interface Env extends WorkspaceEnv {
  WORKSPACE: DurableObjectNamespace<WorkspaceObject>;
}

/** Counts since the last reading. Objects of one class share an isolate, and therefore these counts. */
const counts = { alarms: 0, rowsWritten: 0, latenessMs: [] as number[] };

let isCounting = false;

/**
 * Counts the written rows of all objects: those of each statement's cursor, and one per setting of the alarm
 * (https://developers.cloudflare.com/durable-objects/platform/pricing/).
 */
function countRows({ storage }: DurableObjectState): void {
  if (isCounting) return;
  isCounting = true;
  const sqlMethods = Object.getPrototypeOf(storage.sql);
  const storageMethods = Object.getPrototypeOf(storage);
  const { exec } = sqlMethods;
  sqlMethods.exec = function (this: SqlStorage, ...statement: unknown[]) {
    const cursor = exec.apply(this, statement);
    counts.rowsWritten += cursor.rowsWritten;
    return cursor;
  };
  for (const name of ['setAlarm', 'deleteAlarm']) {
    const method = storageMethods[name];
    storageMethods[name] = function (this: DurableObjectStorage, ...given: unknown[]) {
      counts.rowsWritten += 1;
      return method.apply(this, given);
    };
  }
}

/** The product's object, which counts its work. */
export class WorkspaceObject extends ProductObject {
  constructor(ctx: DurableObjectState, env: WorkspaceEnv) {
    countRows(ctx);
    super(ctx, env);
  }

  /** Moves the next probe. @param at UTC ms. */
  async probeAt(at: number): Promise<void> {
    const { alarms } = this.context.ports;
    alarms.set('probe', at);
    await alarms.rearm();
  }

  override async alarm(): Promise<void> {
    const { due_at: dueAt } = this.ctx.storage.sql.exec('SELECT min(due_at) AS due_at FROM schedules').one();
    counts.alarms += 1;
    if (typeof dueAt === 'number') counts.latenessMs.push(Date.now() - dueAt);
    await super.alarm();
  }
}

export default {
  async fetch(request, env) {
    const { pathname } = new URL(request.url);
    if (pathname === '/counts') {
      const read = Response.json(counts);
      Object.assign(counts, { alarms: 0, rowsWritten: 0, latenessMs: [] });
      return read;
    }
    if (pathname === '/due') {
      const due = await request.json<Array<{ workspaceId: string; at: number }>>();
      await Promise.all(due.map(({ workspaceId, at }) => env.WORKSPACE.getByName(workspaceId).probeAt(at)));
      return new Response(null, { status: 204 });
    }
    if (pathname !== '/facts') return new Response(null, { status: 404 });
    const all = await request.json<InstanceFacts[]>();
    const answers = await Promise.all(
      all.map((facts) => env.WORKSPACE.getByName(facts.workspaceId).receiveFacts(facts)),
    );
    const refused = answers.find(({ ok }) => !ok);
    return refused ? Response.json(refused, { status: 409 }) : new Response(null, { status: 204 });
  },
} satisfies ExportedHandler<Env>;
