import { call, unwrap } from './api-calls.ts';
import { askWorkspace } from './ask-workspace.ts';
import type { PortalClient } from './portal-client.ts';
import { bodyOf, openAnswer } from './workspace-client.ts';

/** A person's session in n8n, behind the gateway. */
export interface Workplace {
  portalUrl: string;
  name: string;
  cookie: string;
}

interface NewWorkflow {
  name: string;
  nodes: readonly object[];
  connections: object;
  settings: object;
}

interface StoredWorkflow {
  id: string;
  versionId: string;
}

/** Signs somebody in to their Online workspace by the link that the portal makes. */
export async function enterWorkspace(client: PortalClient, name: string): Promise<Workplace> {
  const { url } = await unwrap<{ url: string }>(call(client, 'GET', '/instance/url'));
  const { pathname, search } = new URL(url);
  const { cookies } = await askWorkspace(client.portal, name, pathname + search);
  return { portalUrl: client.portal.portalUrl, name, cookie: cookies.join('; ') };
}

/** Stores a workflow as n8n's editor does. */
export async function createWorkflow(
  place: Workplace,
  { name, nodes, connections, settings }: NewWorkflow,
): Promise<StoredWorkflow> {
  const text = await post(place, '/rest/workflows', { name, nodes, connections, settings });
  return (JSON.parse(text) as { data: StoredWorkflow }).data;
}

/** Stores a workflow and publishes it. n8n registers its triggers a moment later. */
export async function publishWorkflow(place: Workplace, workflow: NewWorkflow): Promise<StoredWorkflow> {
  const stored = await createWorkflow(place, workflow);
  await post(place, `/rest/workflows/${stored.id}/activate`, { versionId: stored.versionId });
  return stored;
}

/** @returns the data of an answer of n8n. @throws Error for an answer that is no success. */
export async function readData<Data>(place: Workplace, path: string): Promise<Data> {
  return (JSON.parse(await ask(place, path)) as { data: Data }).data;
}

export function post(
  place: Workplace,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<string> {
  return ask(place, path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}

/** @returns the answer's text. @throws Error for an answer that is no success. */
export async function ask(
  { portalUrl, name, cookie }: Workplace,
  path: string,
  { headers, ...rest }: Parameters<typeof openAnswer>[3] = {},
): Promise<string> {
  const answer = await openAnswer({ portalUrl }, name, path, {
    ...rest,
    headers: { Cookie: cookie, ...headers },
  });
  const text = (await bodyOf(answer)).toString();
  const status = answer.statusCode ?? 0;
  if (status < 200 || status > 299) throw new Error(`${path} answered ${status}: ${text.slice(0, 200)}`);
  return text;
}
