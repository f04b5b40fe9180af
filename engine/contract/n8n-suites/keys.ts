import { expect, test } from 'vitest';
import type { StartEngine } from '../process.ts';
import { describeWithProcess } from '../with-process.ts';

/** API keys end when their owner leaves the account, not at sign-out. */
export function keysSuite(startEngine: StartEngine): void {
  describeWithProcess('API keys', startEngine, ({ workspace }) => {
    const keyOf = async (claims: Readonly<Record<string, unknown>>) =>
      workspace.createApiKey(await workspace.signIn(claims), ['workflow:list', 'workflow:read']);
    const ask = async (key: string) =>
      (await workspace.get('/api/v1/workflows', { headers: { 'x-n8n-api-key': key } })).status;

    test('a key works for its person, even after a sign-out', async () => {
      const key = await keyOf({});
      expect(await ask(key)).toBe(200);
      await workspace.signOut('ada@example.com');
      expect(await ask(key)).toBe(200);
    });

    test('a person who left loses their keys permanently; others keep theirs', async () => {
      const [kept, lost] = [await keyOf({}), await keyOf({ email: 'eve@example.com', role: 'operator' })];
      expect([await ask(kept), await ask(lost)]).toEqual([200, 200]);
      expect(await workspace.setPerson('EVE@example.com', null)).toBe(204);
      expect([await ask(kept), await ask(lost)]).toEqual([200, 401]);
      await workspace.process.restart();
      await workspace.signIn({ email: 'eve@example.com', role: 'operator' });
      expect([await ask(kept), await ask(lost)]).toEqual([200, 401]);
    });

    test('the MCP server’s token works for its person, and ends with their place in the account', async () => {
      const owner = await workspace.signIn();
      const enabled = await workspace.send(
        'PATCH',
        '/rest/mcp/settings',
        { mcpAccessEnabled: true },
        { cookie: owner },
      );
      expect([enabled.status, await enabled.text()]).toEqual([200, expect.any(String)]);
      const cookie = await workspace.signIn({ email: 'mona@example.com', role: 'operator' });
      const rotated = await workspace.post('/rest/mcp/api-key/rotate', {}, { cookie });
      expect(rotated.status).toBe(200);
      const { apiKey } = ((await rotated.json()) as { data: { apiKey: string } }).data;
      const list = async () => {
        const answer = await workspace.post(
          '/mcp-server/http',
          { jsonrpc: '2.0', id: 1, method: 'tools/list' },
          { authorization: `Bearer ${apiKey}`, accept: 'application/json, text/event-stream' },
        );
        await answer.arrayBuffer();
        return answer.status;
      };
      expect(await list()).toBe(200);
      expect(await workspace.setPerson('mona@example.com', null)).toBe(204);
      expect(await list()).toBe(401);
      await workspace.signIn({ email: 'mona@example.com', role: 'operator' });
      expect(await list()).toBe(401);
    });

    test('an API key cannot access features owned by the portal', async () => {
      const key = await keyOf({});
      const answer = await workspace.post(
        '/api/v1/users',
        [{ email: 'mallory@example.com', role: 'global:admin' }],
        { 'x-n8n-api-key': key },
      );
      expect([answer.status, await answer.json()]).toMatchObject([403, { code: 'managed_by_portal' }]);
    });
  });
}
