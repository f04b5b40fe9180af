import { DurableObject } from 'cloudflare:workers';

interface Env {
  ALARMS: DurableObjectNamespace<AlarmObject>;
}

/** The delay of each alarm, ms. Objects of one class share an isolate, and therefore this list. */
const lateness: number[] = [];

/** An object without tables or work, whose alarm only records when it fires: the floor of the product's alarm clock. */
export class AlarmObject extends DurableObject<Env> {
  async arm(at: number): Promise<void> {
    // Stored, since an object that sleeps loses its memory.
    this.ctx.storage.kv.put('dueAt', at);
    await this.ctx.storage.setAlarm(at);
  }

  override async alarm(): Promise<void> {
    lateness.push(Date.now() - (this.ctx.storage.kv.get<number>('dueAt') ?? 0));
  }
}

export default {
  async fetch(request, env) {
    const { pathname } = new URL(request.url);
    if (pathname === '/lateness') return Response.json(lateness);
    if (pathname === '/forget') lateness.length = 0;
    if (pathname === '/arm') {
      const due = await request.json<Array<{ id: string; at: number }>>();
      await Promise.all(due.map(({ id, at }) => env.ALARMS.get(env.ALARMS.idFromName(id)).arm(at)));
    }
    return new Response(null, { status: 204 });
  },
} satisfies ExportedHandler<Env>;
