import { DurableObject } from 'cloudflare:workers';

interface Env {
  OBJECT: DurableObjectNamespace<StoringObject>;
  /** The URL to which a request is forwarded first, without a trailing slash. */
  TARGET_URL: string;
}

/** An object that stores a body in one row: the floor of holding a webhook. */
export class StoringObject extends DurableObject<Env> {
  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    ctx.storage.sql.exec('CREATE TABLE IF NOT EXISTS bodies (id INTEGER PRIMARY KEY, body BLOB NOT NULL)');
  }

  async store(body: ArrayBuffer): Promise<void> {
    this.ctx.storage.sql.exec('INSERT INTO bodies (body) VALUES (?)', body);
  }
}

/** `/store` stores the body; every other path is forwarded first, and stored if that fails. */
export default {
  async fetch(request, env) {
    if (request.method === 'GET') return new Response('ok');
    const { pathname } = new URL(request.url);
    const body = await request.arrayBuffer();
    if (pathname !== '/store') {
      const answer = await fetch(`${env.TARGET_URL}${pathname}`, { method: request.method, body });
      if (answer.status !== 503) return answer;
      await answer.body?.cancel();
    }
    await env.OBJECT.get(env.OBJECT.idFromName('one')).store(body);
    return new Response(null, { status: 202 });
  },
} satisfies ExportedHandler<Env>;
