import type { WorkflowFile } from '#app/domain/backup/workflow-file.ts';

export const utf8 = (text: string) => new TextEncoder().encode(text);

export function workflowJson(id: string, changes: Record<string, unknown> = {}): string {
  return JSON.stringify({
    id,
    name: `Workflow ${id}`,
    active: false,
    nodes: [],
    connections: {},
    ...changes,
  });
}

/** A workflow of nearly incompressible bytes. */
export function noisyWorkflowJson(id: string, bytes: number): string {
  const noise = Buffer.alloc(bytes);
  for (let at = 0; at < bytes; at += 65_536) {
    crypto.getRandomValues(noise.subarray(at, Math.min(bytes, at + 65_536)));
  }
  return workflowJson(id, { noise: noise.toString('base64').slice(0, bytes) });
}

/** Creates a file as a splitter yields it, in chunks of the given size. */
export function workflowFile(id: string, json = workflowJson(id), chunkBytes = 1_000): WorkflowFile {
  const bytes = utf8(json);
  return {
    id,
    name: `Workflow ${id}`,
    isActive: false,
    chunks: [...chunksOf(bytes, chunkBytes)],
    bytes: bytes.byteLength,
  };
}

export function* chunksOf(bytes: Uint8Array, chunkBytes: number): Generator<Uint8Array> {
  for (let at = 0; at < bytes.byteLength; at += chunkBytes) yield bytes.slice(at, at + chunkBytes);
}

export async function* stream<T>(items: Iterable<T>): AsyncGenerator<T> {
  yield* items;
}

export async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const collected: T[] = [];
  for await (const item of items) collected.push(item);
  return collected;
}

export function joinChunks(chunks: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(chunks));
}

export function textOf({ chunks }: Pick<WorkflowFile, 'chunks'>): string {
  return new TextDecoder().decode(joinChunks(chunks));
}
