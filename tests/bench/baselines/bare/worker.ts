import { DurableObject } from 'cloudflare:workers';
import * as build from 'virtual:remix/server-build';
import { createClient } from '@libsql/client/web';
import { type AppLoadContext, createRequestHandler } from '@remix-run/cloudflare';
import { type BareEnv, callObject } from './context.ts';

/** An object that answers from memory. */
export class CounterObject extends DurableObject {
  #calls = 0;

  count(): number {
    this.#calls += 1;
    return this.#calls;
  }
}

const handleRemix = createRequestHandler(build, 'production');

export default {
  async fetch(request, env) {
    const { pathname } = new URL(request.url);
    if (pathname.startsWith('/assets/')) return await answerAsset(request, env);
    if (pathname === '/write') return await writeOnce(request, env);
    if (pathname === '/limits') return Response.json({ calls: await callObject(env) });
    // The product declares its own context for all Remix apps of this repository.
    return await handleRemix(request, { env } as unknown as AppLoadContext);
  },
} satisfies ExportedHandler<BareEnv>;

async function answerAsset(request: Request, env: BareEnv): Promise<Response> {
  const asset = await env.ASSETS.fetch(request);
  const headers = new Headers(asset.headers);
  headers.set('Cache-Control', 'public, max-age=31536000, immutable');
  const type = pathType(new URL(request.url).pathname);
  if (type) headers.set('Content-Type', type);
  return new Response(asset.body, { status: asset.status, headers });
}

/** A folder that workerd serves has no content types. */
function pathType(pathname: string): string | null {
  return pathname.endsWith('.js') ? 'text/javascript' : null;
}

/** Stores a body: the minimum cost of receiving a webhook. */
async function writeOnce(request: Request, env: BareEnv): Promise<Response> {
  const client = createClient({ url: env.DATABASE_URL });
  await client.execute({
    sql: 'INSERT INTO bench_events (id, body) VALUES (?, ?)',
    args: [crypto.randomUUID(), await request.text()],
  });
  return new Response(null, { status: 200 });
}
