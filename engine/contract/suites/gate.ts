import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { expect, test } from 'vitest';
import { eventually } from '../eventually.ts';
import type { StartEngine } from '../process.ts';
import { describeWithProcess } from '../with-process.ts';
import { activate, activatePost } from '../workflows.ts';
import { replayHeaders, signFor } from '../workspace.ts';

/** The gate's part of a response. */
function gateOf(answer: Response): [number, string | null, string | null] {
  return [answer.status, answer.headers.get('weft-refused'), answer.headers.get('weft-gate')];
}

const CLOSED = [503, 'gate-closed', null];
const PASSED = [200, null, 'passed'];
const isRun = ([status]: readonly unknown[]): boolean => status === 200;
const STOPPING = [503, 'stopping', null];

/** Sends a webhook except for the end of its body. Resolves once the process has taken it. */
async function begin(url: string, more: Record<string, string> = {}) {
  const headers = {
    'content-type': 'application/json',
    expect: '100-continue',
    connection: 'close',
    ...more,
  };
  const sent = request(url, { method: 'POST', headers });
  sent.write('{"half":');
  await once(sent, 'continue');
  return {
    async cutOff(): Promise<void> {
      // The connection breaks on purpose.
      sent.on('error', () => undefined);
      sent.destroy();
      if (!sent.closed) await new Promise((resolve) => sent.once('close', resolve));
    },

    async end(): Promise<IncomingMessage> {
      sent.end('true}');
      const [answer] = (await once(sent, 'response')) as [IncomingMessage];
      answer.resume();
      return answer;
    },
  };
}

/** The gate in front of the webhooks: no request overtakes those that the portal holds. */
export function gateSuite(startEngine: StartEngine): void {
  describeWithProcess('gate', startEngine, ({ workspace }) => {
    test('is closed at the start: a webhook is refused and not run', async () => {
      await activate(workspace, 'gated');
      await workspace.process.restart();
      const { executions } = await workspace.usage();
      for (const path of ['/webhook/gated', '/webhook-waiting/1', '/form/gated'])
        expect([path, ...gateOf(await workspace.ask(path))]).toEqual([path, ...CLOSED]);
      const large = await workspace.ask('/webhook/gated', { method: 'POST', body: 'x'.repeat(1_000_000) });
      expect(gateOf(large)).toEqual(CLOSED);
      expect((await workspace.usage()).executions).toBe(executions);
    });

    test('lets other requests pass: pages, test addresses, the rest of the workspace', async () => {
      const page = await workspace.ask('/webhook/gated', { headers: { accept: 'text/html,*/*' } });
      expect(gateOf(page)).toEqual(PASSED);
      expect((await workspace.ask('/webhook-test/gated')).status).toBe(404);
      expect((await workspace.ask('/healthz')).status).toBe(200);
    });

    test('opens for all paths except those that the portal names, and closes again', async () => {
      await activate(workspace, 'other');
      await workspace.setGate(['/webhook/gated']);
      expect(gateOf(await workspace.ask('/webhook/gated?x=1'))).toEqual(CLOSED);
      expect(gateOf(await workspace.ask('/webhook/other'))).toEqual(PASSED);
      await workspace.setGate('all');
      expect(gateOf(await workspace.ask('/webhook/other'))).toEqual(CLOSED);
      await workspace.setGate([]);
      expect(gateOf(await workspace.ask('/webhook/gated'))).toEqual(PASSED);
      await workspace.process.restart();
      expect(gateOf(await workspace.ask('/webhook/gated'))).toEqual(CLOSED);
    });

    test('only the portal opens it, and for a list of paths', async () => {
      const open = JSON.stringify({ closed: [] });
      const put = (body: string, headers: Record<string, string>) =>
        workspace.ask('/weft/gate', { method: 'PUT', headers, body });
      expect((await put(open, {})).status).toBe(401);
      expect((await put(open, signFor('gate'))).status).toBe(401);
      await expect(workspace.setGate('some' as 'all')).rejects.toThrow('400');
      expect(gateOf(await workspace.ask('/webhook/gated'))).toEqual(CLOSED);
    });

    test('a replay passes the closed gate, with a signature for exactly its id', async () => {
      const { executions } = await workspace.usage();
      const replay = { method: 'GET' };
      const forged = await workspace.replay('/webhook/gated', 'hld_1', { ...replay, key: 'x'.repeat(40) });
      expect(gateOf(forged)).toEqual(CLOSED);
      const answer = await workspace.replay('/webhook/gated', 'hld_1', replay);
      expect(gateOf(answer)).toEqual(PASSED);
      expect(await answer.json()).not.toHaveProperty(['headers', 'weft-replay']);
      expect((await workspace.usage()).executions).toBe(executions + 1);
    });

    test('does not repeat a request whose answer was lost', async () => {
      const { executions } = await workspace.usage();
      const again = await workspace.replay('/webhook/gated', 'hld_1', { method: 'GET' });
      expect([again.status, again.headers.get('weft-answered')]).toEqual([204, '200']);
      expect((await workspace.usage()).executions).toBe(executions);
      // A replay to an unregistered webhook is not final: it runs after the registration.
      const early = await workspace.replay('/webhook/later', 'hld_2', { method: 'GET' });
      expect(early.status).toBe(404);
      await activate(workspace, 'later');
      await workspace.setGate('all');
      expect(gateOf(await workspace.replay('/webhook/later', 'hld_2', { method: 'GET' }))).toEqual(PASSED);
    });

    test('remembers its answers across a restart and a kill', async () => {
      await activate(workspace, 'kept');
      const replay = async (id: string) => {
        const answer = await workspace.replay('/webhook/kept', id, { method: 'GET' });
        await answer.body?.cancel();
        return [answer.status, answer.headers.get('weft-answered')];
      };
      expect(await replay('hld_6')).toEqual([200, null]);
      await workspace.process.restart();
      expect(await replay('hld_6')).toEqual([204, '200']);
      const { executions } = await workspace.usage();
      expect(await eventually('the path is registered', async () => isRun(await replay('hld_7')))).toBe(true);
      await workspace.process.kill();
      await workspace.process.restart();
      expect([await replay('hld_6'), await replay('hld_7')]).toEqual([
        [204, '200'],
        [204, '200'],
      ]);
      expect((await workspace.usage()).executions).toBe(executions + 1);
    });

    test('runs a request again that was cut off before it ran', async () => {
      await activatePost(workspace, 'cut-off');
      const { executions } = await workspace.usage();
      const url = `${workspace.process.baseUrl}/webhook/cut-off`;
      const cut = await begin(url, replayHeaders('hld_5'));
      await cut.cutOff();
      // While n8n has not noticed it, the first still runs.
      const answer = await eventually('the replay is answered', async () => {
        const again = await workspace.replay('/webhook/cut-off', 'hld_5');
        await again.body?.cancel();
        return again.status === 503 ? null : again;
      });
      expect(gateOf(answer)).toEqual(PASSED);
      expect((await workspace.usage()).executions).toBe(executions + 1);
      const third = await workspace.replay('/webhook/cut-off', 'hld_5');
      expect([third.status, third.headers.get('weft-answered')]).toEqual([204, '200']);
    });

    test('a process that stops answers the webhooks that run, and takes no others', async () => {
      await activatePost(workspace, 'stopping');
      const { executions } = await workspace.usage();
      const url = `${workspace.process.baseUrl}/webhook/stopping`;
      expect(gateOf(await workspace.replay('/webhook/stopping', 'hld_3'))).toEqual(PASSED);
      const running = await begin(url);
      const stopped = workspace.process.stop();
      // The replay and the webhook that runs.
      let accepted = 2;
      await eventually('webhooks are refused', async () => {
        const answer = await workspace.ask('/webhook/stopping', { method: 'POST' });
        await answer.body?.cancel();
        if (answer.status === 200) accepted += 1;
        return answer.status === 503;
      });
      expect(gateOf(await workspace.ask('/webhook/stopping', { method: 'POST' }))).toEqual(STOPPING);
      expect(gateOf(await workspace.replay('/webhook/stopping', 'hld_4'))).toEqual(STOPPING);
      // The process remembers its answers until it ends.
      expect((await workspace.replay('/webhook/stopping', 'hld_3')).headers.get('weft-answered')).toBe('200');
      const answer = await running.end();
      expect([answer.statusCode, answer.headers['weft-gate']]).toEqual([200, 'passed']);
      await stopped;
      await workspace.process.restart();
      expect((await workspace.usage()).executions).toBe(executions + accepted);
    });
  });
}
