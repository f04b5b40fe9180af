import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from 'miniflare';
import { WORKFLOW_MAX_BYTES } from '#app/domain/backup/workflow-file.ts';
import { bundleTestWorker } from '#tests/support/bundle-test-worker.ts';
import { type Figure, type Section, valueFigure } from '../report/section.ts';

const EXPORT_BYTES = 200_000_000;
const SAMPLE_MS = 20;
const MIB = 1024 * 1024;

/** Typical workflows, the largest possible ones, and so many that their number is the cost. */
const rounds = [
  { name: 'usual workflows', workflowBytes: 40_000 },
  { name: 'the largest workflows', workflowBytes: WORKFLOW_MAX_BYTES - 200 },
  { name: 'small workflows', workflowBytes: 4_000 },
];

/** The growth of workerd's memory while an export of 200 MB becomes an archive. */
export async function benchBackups(): Promise<Section> {
  const directory = mkdtempSync(join(tmpdir(), 'weft-bench-'));
  const script = await bundleTestWorker('tests/workers/support/backup-bench-worker.ts', directory);
  const outside = await startOutside();
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      cf: false,
      log: new Log(LogLevel.NONE),
      workers: [
        {
          name: 'backups',
          compatibilityDate: '2026-10-01',
          compatibilityFlags: ['nodejs_compat'],
          modules: true,
          script: readFileSync(script, 'utf8'),
        },
      ],
    }),
  );
  const figures: Figure[] = [];
  try {
    const url = await miniflare.ready;
    await take(url, outside.url, 20_000_000, 40_000);
    for (const { name, workflowBytes } of rounds) {
      const before = residentBytes();
      const { tookMs, most, bytes } = await take(url, outside.url, EXPORT_BYTES, workflowBytes);
      const megabytes = (bytes / 1_000_000).toFixed(0);
      const what = `${name}: 200 MB into ${megabytes} MB in ${(tookMs / 1_000).toFixed(1)} s`;
      figures.push(valueFigure(what, (most - before) / MIB, { unit: 'MiB' }));
    }
    return {
      title: 'Backups',
      text: 'Peak memory growth of workerd while it archives an export of 200 MB; the store is a separate process. Miniflare.',
      figures,
    };
  } finally {
    await miniflare.dispose();
    outside.close();
    rmSync(directory, { recursive: true, force: true });
  }
}

async function take(worker: URL, outside: string, exportBytes: number, workflowBytes: number) {
  const began = performance.now();
  const query = new URLSearchParams({
    outside,
    exportBytes: String(exportBytes),
    workflowBytes: String(workflowBytes),
  });
  const answer = fetch(`${worker}?${query}`).then(
    (response) => response.json() as Promise<{ bytes: number }>,
  );
  let isOver = false;
  const ended = answer.finally(() => {
    isOver = true;
  });
  let most = 0;
  while (!isOver) {
    most = Math.max(most, residentBytes());
    await sleep(SAMPLE_MS);
  }
  const { bytes } = await ended;
  return { bytes, most, tookMs: performance.now() - began };
}

/** An export of workflows that compress like real ones, and a store that accepts everything. */
async function startOutside(): Promise<{ url: string; close(): void }> {
  const server = createServer((request, response) => {
    const { searchParams, pathname } = new URL(request.url ?? '/', 'http://127.0.0.1');
    if (pathname === '/part') {
      request.resume().on('end', () => response.end());
      return;
    }
    const sizes = [
      Number(searchParams.get('exportBytes')),
      Number(searchParams.get('workflowBytes')),
    ] as const;
    Readable.from(exportChunks(...sizes)).pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}

function* exportChunks(exportBytes: number, workflowBytes: number): Generator<Buffer> {
  const node = (index: number) =>
    JSON.stringify({
      id: crypto.randomUUID(),
      type: 'n8n-nodes-base.set',
      position: [index, 0],
      parameters: {},
    });
  let nodes = '';
  for (let index = 0; nodes.length < workflowBytes; index += 1) nodes += `${nodes && ','}${node(index)}`;
  const head = (id: number) => `{"id":"w${id}","name":"Workflow ${id}","connections":{},"nodes":[`;
  const body = Buffer.from(`${nodes.slice(0, nodes.lastIndexOf('},{') + 1)}]}`);
  let sent = 0;
  yield Buffer.from('[');
  for (let id = 0; sent < exportBytes; id += 1) {
    const begin = Buffer.from(`${id === 0 ? '' : ','}${head(id)}`);
    yield begin;
    for (let at = 0; at < body.byteLength; at += 64 * 1024) yield body.subarray(at, at + 64 * 1024);
    sent += begin.byteLength + body.byteLength;
  }
  yield Buffer.from(']');
}

/** The memory of the workerd that this process started. */
function residentBytes(): number {
  const children = execFileSync('ps', ['-o', 'rss=,comm=', '--ppid', String(process.pid)], {
    encoding: 'utf8',
  });
  const line = children.split('\n').find((entry) => entry.includes('workerd'));
  return Number(line?.trim().split(/\s+/)[0] ?? 0) * 1024;
}
