import { randomUUID } from 'node:crypto';
import { eventually } from './eventually.ts';
import type { Workspace } from './workspace.ts';

/** A node of n8n's own types. @param position its place in the editor. */
export function nodeOf<Parameters extends object>(
  name: string,
  [type, typeVersion]: readonly [string, number],
  position: [x: number, y: number],
  parameters: Parameters,
) {
  return { id: randomUUID(), name, type: `n8n-nodes-base.${type}`, typeVersion, position, parameters };
}

/** A webhook responds when the execution ends. */
function version(path: string, httpMethod: 'GET' | 'POST' = 'GET') {
  const parameters = {
    path,
    responseMode: 'lastNode',
    options: {},
    ...(httpMethod === 'POST' && { httpMethod }),
  };
  const webhook = nodeOf('Webhook', ['webhook', 2], [0, 0], parameters);
  const start = nodeOf('Start', ['manualTrigger', 1], [0, 200], {});
  return {
    versionId: randomUUID(),
    nodes: [{ ...webhook, webhookId: randomUUID() }, start],
    connections: {},
  };
}

/**
 * A workflow in the export's format (docs/cluster.md), with every field set.
 * @param id also the webhook's path.
 */
export function workflow(id: string, { active = true, path = id, name = `Workflow ${id}` } = {}) {
  const current = version(path);
  const createdAt = '2026-01-02T03:04:05.678Z';
  return {
    id,
    name,
    active,
    isArchived: false,
    ...current,
    settings: { executionOrder: 'v1' },
    pinData: {},
    meta: { templateCredsSetupCompleted: true },
    createdAt,
    updatedAt: '2026-02-03T04:05:06.789Z',
    tags: ['alpha', 'Ünïcode 🙂'],
    folder: ['Outer', 'Inner'],
    published: active ? { ...current, name: 'First', authors: 'Ada Lovelace', createdAt } : null,
  };
}

/** The fields that n8n's editor and public API send for a new workflow. @param path of its webhook. */
export function draft(path: string) {
  const { name, nodes, connections, settings } = workflow(path);
  return { name, nodes, connections, settings };
}

export type SampleWorkflow = ReturnType<typeof workflow>;

/** Changes a workflow's draft and its published version alike. */
export function changeVersions<Change extends object>(
  sample: SampleWorkflow,
  changeOf: (version: { nodes: readonly object[] }) => Change,
) {
  const { published } = sample;
  return {
    ...sample,
    ...changeOf(sample),
    published: published && { ...published, ...changeOf(published) },
  };
}

/** Imports an active workflow. Resolves once its webhook is registered. */
export async function activate(workspace: Workspace, id: string): Promise<void> {
  await workspace.import([workflow(id, { active: true })]);
  await untilRegistered(workspace, id);
}

/** Imports an active workflow whose webhook takes POST. Resolves once it is registered. */
export async function activatePost(workspace: Workspace, id: string, path = id): Promise<void> {
  const posted = version(path, 'POST');
  const sample = workflow(id);
  await workspace.import([{ ...sample, ...posted, published: { ...sample.published, ...posted } }]);
  await eventually(`the webhook ${id} is registered`, async () => {
    const answer = await workspace.get(`/webhook/${path}`, { method: 'POST' });
    await answer.body?.cancel();
    return answer.status === 200;
  });
}

/** Resolves once a GET of the path answers with the status; each GET that is answered 200 executes the workflow. */
export async function untilStatus(workspace: Workspace, path: string, status: number): Promise<void> {
  await eventually(`${path} answers ${status}`, async () => (await workspace.get(path)).status === status);
}

/** Probes with a method that the webhook does not accept, so the probe executes nothing. */
export async function untilRegistered(workspace: Workspace, path: string): Promise<void> {
  await eventually(`the webhook ${path} is registered`, async () => {
    const answer = await workspace.get(`/webhook/${path}`, { method: 'POST' });
    return (await answer.text()).includes('Did you mean to make a GET request?');
  });
}
