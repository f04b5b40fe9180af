import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import {
  clusterToken,
  eventually,
  isAlive,
  mailKey,
  paddleApiKey,
  paddleClientToken,
  paddleWebhookSecret,
  type WorkspaceState,
} from './harness.ts';
import { manifests, paths } from './manifests.ts';

const entry = join(import.meta.dirname, '../../../sandbox/main.ts');
const environment = {
  SANDBOX_CLUSTER_TOKEN: clusterToken,
  SANDBOX_MAIL_KEY: mailKey,
  SANDBOX_CLOCK_TOKEN: 'clock',
  SANDBOX_PADDLE_API_KEY: paddleApiKey,
  SANDBOX_PADDLE_CLIENT_TOKEN: paddleClientToken,
  SANDBOX_PADDLE_WEBHOOK_SECRET: paddleWebhookSecret,
};

function dataDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'weft-sandbox-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true, maxRetries: 5 }));
  return directory;
}

function run(env: Record<string, string>): { child: ChildProcess; output: () => string } {
  const child = spawn(process.execPath, [entry], { env: { PATH: process.env.PATH ?? '', ...env } });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk));
  return { child, output: () => output };
}

async function startSandbox(dataDir: string): Promise<{ child: ChildProcess; url: string }> {
  const { child, output } = run({ ...environment, SANDBOX_PORT: '0', SANDBOX_DATA: dataDir });
  const url = await eventually(
    'the sandbox is ready',
    async () => /^Sandbox ready on (http:\/\/127\.0\.0\.1:\d+)$/m.exec(output())?.[1],
  );
  return { child, url };
}

async function runningWorkspace(url: string): Promise<number> {
  return eventually('the workspace is ready', async () => {
    const state: { workspaces: WorkspaceState[] } = JSON.parse(await (await fetch(`${url}/state`)).text());
    return state.workspaces.find(({ ready }) => ready)?.pid;
  });
}

async function provision(url: string): Promise<void> {
  const { secret, claim, statefulSet } = manifests('ada');
  for (const [path, body] of [
    [paths.secret('ws-ada'), secret],
    [paths.claim('ws-ada'), claim],
    [paths.statefulSet('ws-ada'), statefulSet],
  ] as const)
    await fetch(`${url}${path}?fieldManager=weft-cloud`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${clusterToken}`, 'content-type': 'application/apply-patch+yaml' },
      body: JSON.stringify(body),
    });
}

test('kill -9 of the sandbox ends its workspaces, and a restart brings all of it back', async () => {
  const dataDir = dataDirectory();
  const first = await startSandbox(dataDir);
  await provision(first.url);
  const mail = { from: 'a@weft.cloud', to: 'ada@example.com', subject: 'Hello', text: 'Hi' };
  await fetch(`${first.url}/emails`, {
    method: 'POST',
    headers: { authorization: `Bearer ${mailKey}` },
    body: JSON.stringify(mail),
  });
  const orphan = await runningWorkspace(first.url);
  const killed = once(first.child, 'exit');
  first.child.kill('SIGKILL');
  await killed;
  await eventually('the orphan ends by itself', async () => !isAlive(orphan));

  const second = await startSandbox(dataDir);
  expect(await runningWorkspace(second.url)).not.toBe(orphan);
  expect(await (await fetch(`${second.url}/emails?to=ada@example.com`)).json()).toMatchObject([
    { subject: 'Hello' },
  ]);
});

test.each(['SIGTERM', 'SIGINT'] as const)(
  '%s ends the sandbox and its workspaces immediately, with the exit code 0',
  async (signal) => {
    const { child, url } = await startSandbox(dataDirectory());
    await provision(url);
    const pid = await runningWorkspace(url);
    const start = performance.now();
    const exited = once(child, 'exit');
    child.kill(signal);
    expect(await exited).toEqual([0, null]);
    expect(isAlive(pid)).toBe(false);
    // A pod's grace period is thirty seconds.
    expect(performance.now() - start).toBeLessThan(29_000);
  },
);

test('names each invalid variable of the environment, and exits 1', async () => {
  const { child, output } = run({ SANDBOX_PORT: '99999', SANDBOX_MAIL_KEY: 'k', PORTAL_URL: 'nowhere' });
  const [code] = await once(child, 'close');
  expect(code).toBe(1);
  for (const name of ['SANDBOX_PORT', 'PORTAL_URL', 'SANDBOX_CLUSTER_TOKEN', 'SANDBOX_CLOCK_TOKEN'])
    expect(output()).toContain(name);
  expect(output()).not.toContain('SANDBOX_MAIL_KEY');
});

test('a taken port is named and exits 1', async () => {
  const holder = createServer().listen(0, '127.0.0.1');
  await once(holder, 'listening');
  onTestFinished(() => void holder.close());
  const address = holder.address();
  const port = typeof address === 'object' && address ? String(address.port) : '';
  const { child, output } = run({ ...environment, SANDBOX_PORT: port, SANDBOX_DATA: dataDirectory() });
  const [code] = await once(child, 'close');
  expect(code).toBe(1);
  expect(output()).toContain(port);
  expect(output()).toContain('SANDBOX_PORT');
});
