import { newId } from '#app/crypto/secrets.ts';
import { idsOf } from '#tests/support/people.ts';
import { openTestDatabase } from '#tests/support/test-database.ts';
import { type BuiltWorker, buildWorker } from '../baselines/build.ts';
import { type Host, serveWorker } from '../hosts/serve.ts';
import { type Figure, ratioFigure, type Section } from '../report/section.ts';
import { interleave, medianOf, medianRatio } from '../support/interleave.ts';
import type { LoadResult } from '../support/load.ts';
import { type Sides, startSides, visitorHeaders } from '../support/sides.ts';

const SETTINGS = { rounds: 5, roundMs: 700, connections: 16 };
const ACTIVITY_ROWS = 60;

const cpu = ({ cpuMsPerRequest }: LoadResult) => cpuMsPerRequest;
const rate = ({ perSecond }: LoadResult) => perSecond;

/** Each page, its bare baseline, and the goal for the ratio of CPU time. */
const rows = [
  { path: '/login', against: 'hello', goal: 2.5 },
  { path: '/dashboard', against: 'floor', goal: 2 },
  { path: '/manage', against: 'floor', goal: 2 },
  { path: '/account/activity', against: 'floor', goal: 2.5 },
  { path: '/api/instance', against: 'floor', goal: 1.2 },
  { path: '/api/auth/me', against: 'floor', goal: 1.2 },
] as const;

const baselines = { hello: 'hello', floor: 'hello + query + object' };

/** CPU time of pages beside that of bare pages, in workerd itself and in Miniflare. */
export async function benchPages(): Promise<Section> {
  const proxy = await buildWorker('proxy', 'tests/bench/baselines/workers/proxy.ts');
  const raw = await measureOn('workerd', proxy);
  const miniflare = await measureOn('Miniflare', proxy);
  return {
    title: 'Pages compared with a bare Remix app',
    text: [
      'CPU time of workerd per request, medians of',
      `${SETTINGS.rounds} alternating rounds, ${SETTINGS.connections} connections. The baseline of a signed-in page is a bare Remix page, rendered into a string,`,
      'with one libSQL query and one object call (`tests/bench/baselines/bare`). The gateway is measured in requests a second, beside a Worker that',
      'only passes requests to the same ingress.',
    ].join('\n'),
    figures: [...raw, ...miniflare],
  };
}

async function measureOn(host: Host, proxyBuild: BuiltWorker): Promise<Figure[]> {
  const sides = await startSides({ host });
  try {
    await fillActivity(sides);
    const { accountName, stack } = sides;
    const target = `${stack.sandboxUrl}/ingress/ws-${accountName}`;
    const proxy = await serveWorker(proxyBuild, {
      host,
      variables: { TARGET_URL: target },
      healthPath: '/healthz',
    });
    try {
      return await measure(host, sides, proxy.port);
    } finally {
      await proxy.stop();
    }
  } finally {
    await sides.stop();
  }
}

async function measure(host: Host, sides: Sides, proxyPort: number): Promise<Figure[]> {
  const { stack, accountName } = sides;
  const portal = new URL(stack.portalUrl);
  const gatewayHeaders = {
    ...visitorHeaders(stack, sides.owner.address),
    Host: `${accountName}.${portal.host}`,
  };
  const targets = {
    hello: sides.barePage('/'),
    floor: sides.barePage('/floor'),
    rows: sides.barePage('/rows'),
    ...Object.fromEntries(rows.map(({ path }) => [path, sides.page(path, path !== '/login')])),
    gateway: { port: Number(portal.port), path: '/healthz', headers: gatewayHeaders },
    proxy: { port: proxyPort, path: '/healthz' },
  };
  const results: Record<string, LoadResult[]> = await interleave(targets, SETTINGS);
  const of = (name: string) => results[name] ?? [];
  const pages = rows.map(({ path, against, goal }) =>
    ratioFigure(
      `${path}, ${host}`,
      medianOf(of(path), cpu),
      { value: medianOf(of(against), cpu), name: baselines[against] },
      { ratio: medianRatio(of(path), of(against), cpu), atMost: goal, unit: 'ms' },
    ),
  );
  const gateway = ratioFigure(
    `gateway, ${host}`,
    medianOf(of('gateway'), rate),
    { value: medianOf(of('proxy'), rate), name: 'bare proxy' },
    { ratio: medianRatio(of('gateway'), of('proxy'), rate), atLeast: 0.8, unit: 'req/s' },
  );
  return [...pages, gateway];
}

/** Fills an account's activity: the Activity page shows 50 events. */
async function fillActivity({ stack, accountName }: Sides): Promise<void> {
  const database = openTestDatabase(stack.databaseUrl);
  try {
    const { accountId, userId } = await idsOf(database, accountName);
    const now = Date.now();
    await database.batch(
      Array.from({ length: ACTIVITY_ROWS }, (_, index) => ({
        sql: `INSERT INTO audit_events (id, at, account_id, user_id, kind, address, user_agent)
          VALUES (?, ?, ?, ?, 'signed_in', '192.0.2.1', 'Mozilla/5.0')`,
        args: [newId('evt'), now - index * 3_600_000, accountId, userId],
      })),
      'write',
    );
  } finally {
    database.close();
  }
}
