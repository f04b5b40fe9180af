import {
  BlobReader,
  BlobWriter,
  configure,
  TextReader,
  TextWriter,
  ZipReader,
  ZipWriter,
} from '@zip.js/zip.js';
import { call, unwrap } from './api-calls.ts';
import { eventually, type PortalClient } from './portal-client.ts';

configure({ useWebWorkers: false });

/** A workflow in n8n's export, as far as tests read it. */
export interface ExportedWorkflow {
  id: string;
  name: string;
  nodes: unknown[];
  connections: object;
}

/** A person signed in to their workspace. */
export interface Inside {
  /**
   * Creates a workflow there, optionally with one more node of a type. @returns the workflow as the workspace exports it.
   */
  createWorkflow(name: string, stepType?: string): Promise<ExportedWorkflow>;
  /** Creates an inactive workflow, which no plan limits. */
  createDraft(name: string): Promise<ExportedWorkflow>;
  /** Creates a credential there. @returns its id. */
  createCredential(name: string, data: object): Promise<string>;
  removeCredential(id: string): Promise<void>;
  /** Starts executions by a workflow's schedule. */
  runWorkflow(id: string, times: number): Promise<void>;
  /** @returns the names of the credentials there. */
  credentialNames(): Promise<string[]>;
}

/** Signs a person in to their Online workspace with the portal's link. */
export async function goInside(client: PortalClient, workspaceName: string): Promise<Inside> {
  const { url } = await unwrap<{ url: string }>(call(client, 'GET', '/instance/url'));
  const { pathname, search } = new URL(url);
  // Bypasses the gateway, since not every resolver knows `*.localhost`.
  const address = `${client.portal.sandboxUrl}/ingress/ws-${workspaceName}`;
  const opened = await fetch(address + pathname + search, { redirect: 'manual' });
  const cookie = opened.headers.get('set-cookie')?.split(';')[0];
  if (!cookie) throw new Error(`The workspace lets nobody in: ${opened.status}.`);
  async function ask<T>(method: string, path: string, body?: object): Promise<T> {
    const answer = await fetch(address + path, {
      method,
      headers: { 'Content-Type': 'application/json', Cookie: cookie ?? '' },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return ((await answer.json()) as { data: T }).data;
  }
  return {
    createWorkflow: (name, stepType) =>
      ask<ExportedWorkflow>('POST', '/rest/workflows', { name, ...(stepType && { stepType }) }),
    createDraft: (name) => ask<ExportedWorkflow>('POST', '/rest/workflows', { name, active: false }),
    async createCredential(name, data) {
      const made = { name, type: 'httpHeaderAuth', data };
      return (await ask<{ id: string }>('POST', '/rest/credentials', made)).id;
    },
    async runWorkflow(id, times) {
      for (let run = 0; run < times; run += 1) await ask('POST', `/rest/workflows/${id}/trigger`);
    },
    async removeCredential(id) {
      await ask('DELETE', `/rest/credentials/${id}`);
    },
    async credentialNames() {
      return (await ask<Array<{ name: string }>>('GET', '/rest/credentials')).map(({ name }) => name);
    },
  };
}

/** Requests a backup. @returns its id. */
export async function beginBackup(client: PortalClient): Promise<string> {
  const answer = await call(client, 'POST', '/export/workflows');
  if (answer.status !== 202) throw new Error(`No backup: ${answer.status} ${await answer.text()}`);
  return ((await answer.json()) as { id: string }).id;
}

/** Takes a backup. @returns its id, and its archive once it is complete. */
export async function backUp(client: PortalClient): Promise<{ id: string; archive: Blob }> {
  const id = await beginBackup(client);
  return { id, archive: await archiveOf(client, id) };
}

/** Waits until a backup is complete. @returns its archive. */
export function archiveOf(client: PortalClient, id: string): Promise<Blob> {
  return eventually(async () => {
    const answer = await call(client, 'GET', `/export/${id}`);
    if (answer.status === 200) return answer.blob();
    await answer.body?.cancel();
    if (answer.status !== 409) throw new Error(`The backup ended with ${answer.status}.`);
    return null;
  });
}

/** @returns the content of an archive, by file name. */
export async function entriesOf(archive: Blob): Promise<Record<string, string>> {
  const reader = new ZipReader(new BlobReader(archive));
  const entries = await Promise.all(
    (await reader.getEntries()).map(async (entry) => {
      if (entry.directory) throw new Error(`${entry.filename} is a directory.`);
      return [entry.filename, await entry.getData(new TextWriter())] as const;
    }),
  );
  await reader.close();
  return Object.fromEntries(entries);
}

/** @returns an archive of these files. */
export async function zipOf(files: Record<string, string>): Promise<Blob> {
  const writer = new ZipWriter(new BlobWriter('application/zip'));
  for (const [name, text] of Object.entries(files)) await writer.add(name, new TextReader(text));
  return writer.close();
}

/** Sends an archive with the upload form, as a browser without a script does. */
export function upload(
  client: PortalClient,
  archive: Blob,
  { fileName = 'archive.zip', origin = client.portal.portalUrl } = {},
): Promise<Response> {
  const form = new FormData();
  form.set('archive', archive, fileName);
  return client.request('/manage/export/upload', {
    method: 'POST',
    headers: { Origin: origin, Accept: 'text/html' },
    body: form,
  });
}

/** @returns the text of a page. */
export async function wordsOf(response: Response): Promise<string> {
  return (await response.text())
    .replace(/<script.*?<\/script>/gs, ' ')
    .replaceAll('<!-- -->', '')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replace(/\s+/g, ' ');
}
