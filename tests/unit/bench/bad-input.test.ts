import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { serveWorker } from '#tests/bench/hosts/serve.ts';
import { readBuiltPages, workerBytes } from '#tests/support/built-pages.ts';

const OLD_REPORT = '# Benchmarks\n\nOld figures.\n';
let folder: string;
let report: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'weft-bench-test-'));
  report = join(folder, 'report.md');
  writeFileSync(report, OLD_REPORT);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The environment for a bench whose temporary files are in this test's folder. */
function environment() {
  return { ...process.env, TMPDIR: folder, WEFT_BENCH_MEMORY: folder };
}

function runBench(...args: string[]): Promise<{ status: number; stderr: string }> {
  return new Promise((resolve) => {
    const all = ['tests/bench/run.ts', ...args, '--report', report];
    execFile(process.execPath, all, { env: environment() }, (error, _stdout, stderr) => {
      resolve({ status: Number(error?.code ?? 0), stderr });
    });
  });
}

/** @returns processes whose command line names the folder, where the bench's servers keep their files. */
function serversIn(path: string): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        return [readFileSync(`/proc/${name}/cmdline`, 'utf8')];
      } catch {
        // The process has exited meanwhile.
        return [];
      }
    })
    .filter((line) => line.includes(path) && line.includes('workerd'));
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 50));
}

test('names the parts when one is unknown, and keeps the old report', async () => {
  const { status, stderr } = await runBench('pagez');
  expect(status).toBe(1);
  expect(stderr).toContain('There is no part named pagez.');
  expect(stderr).toContain('Nothing was written.');
  expect(readFileSync(report, 'utf8')).toBe(OLD_REPORT);
});

test('refuses an invalid number of workspaces, and leaves nothing behind', async () => {
  const { status, stderr } = await runBench('workspaces', '--workspaces', 'many');
  expect(status).toBe(1);
  expect(stderr).toContain('--workspaces takes a number of at least 100.');
  expect(readFileSync(report, 'utf8')).toBe(OLD_REPORT);
  expect(readdirSync(folder)).toEqual(['report.md']);
});

test('refuses to compare with a folder that is not a checkout', async () => {
  const { status, stderr } = await runBench('compare', folder);
  expect(status).toBe(1);
  expect(stderr).toContain(`${folder} has no tests/support/test-stack.ts: name a checkout of this project`);
  expect(readFileSync(report, 'utf8')).toBe(OLD_REPORT);
});

test('reports a missing build', () => {
  expect(() => readBuiltPages(folder)).toThrow(`${folder} has no build: run \`npm run build\` there.`);
  expect(() => workerBytes(folder)).toThrow(`${folder} has no build: run \`npm run build\` there.`);
});

test('refuses to measure another program that listens on the port', async () => {
  const server = createServer();
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : 0);
    });
  });
  const worker = { folder, optionsFile: join(folder, 'none.json') };
  await expect(serveWorker(worker, { port })).rejects.toThrow(`Port ${port} is taken`);
  server.close();
});

test.skipIf(process.platform !== 'linux')(
  'an interrupt ends the servers, and keeps the old report',
  async () => {
    const bench = spawn(process.execPath, ['tests/bench/run.ts', 'alarms', '--report', report], {
      env: environment(),
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let stderr = '';
    bench.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    const ended = new Promise<number | null>((resolve) => bench.once('exit', resolve));
    await until(() => serversIn(folder).length > 0);
    bench.kill('SIGINT');
    expect(await ended).toBe(130);
    expect(stderr).toContain('Interrupted. Nothing was written');
    await until(() => serversIn(folder).length === 0);
    expect(readFileSync(report, 'utf8')).toBe(OLD_REPORT);
    expect(readdirSync(folder)).toEqual(['report.md']);
  },
);
