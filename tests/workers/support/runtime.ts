import { env } from 'cloudflare:workers';
import type { InstanceFacts } from '#app/domain/instance/state.ts';
import { stubOf, unwrap } from './workspace.ts';

/** Signs a person in to the running workspace through its object's link. */
export async function signIn(facts: InstanceFacts) {
  const { url } = unwrap<{ url: string }>(
    await stubOf(facts).openLink({
      accountId: facts.accountId,
      email: facts.ownerEmail,
      name: 'Ada Lovelace',
      role: 'owner',
    }),
  );
  const { pathname, search } = new URL(url);
  const address = `${env.SANDBOX_URL}/ingress/ws-${facts.name}`;
  const opened = await fetch(address + pathname + search, { redirect: 'manual' });
  const cookie = opened.headers.get('set-cookie')?.split(';')[0];
  if (opened.status !== 302 || !cookie) throw new Error(`the workspace lets nobody in: ${opened.status}`);
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(address + path, { ...init, headers: { 'Content-Type': 'application/json', Cookie: cookie } });

  async function post<T>(path: string, body: unknown = {}): Promise<T> {
    const answer = await ask(path, { method: 'POST', body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json<{ data: T }>()).data;
  }
  return {
    ask,
    /** The person's page; the session is stored in the volume and survives restarts. */
    page: async () => (await ask('/')).text(),
    createWorkflow: (name: string) => post<{ id: string; name: string }>('/rest/workflows', { name }),
    run: (id: string) => post<{ executionId: string }>(`/rest/workflows/${id}/trigger`),
  };
}
