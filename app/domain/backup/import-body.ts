import type { WorkflowFile } from './workflow-file.ts';

/** Maximum body of one import call; a single larger workflow gets a separate call. */
const IMPORT_MAX_BYTES = 1024 * 1024;

const [OPEN, CLOSE, COMMA] = [0x5b, 0x5d, 0x2c];

/** @returns workflows as the JSON arrays that a workspace accepts, with each workflow's bytes unchanged. */
export async function* batchImports(
  workflows: AsyncIterable<WorkflowFile>,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let batch: WorkflowFile[] = [];
  let bytes = 1;
  for await (const workflow of workflows) {
    // Its own bytes, and the separator.
    const more = workflow.bytes + 1;
    if (batch.length > 0 && bytes + more > IMPORT_MAX_BYTES) {
      yield toJsonArray(batch, bytes);
      batch = [];
      bytes = 1;
    }
    batch.push(workflow);
    bytes += more;
  }
  if (batch.length > 0) yield toJsonArray(batch, bytes);
}

function toJsonArray(workflows: readonly WorkflowFile[], bytes: number): Uint8Array<ArrayBuffer> {
  const body = new Uint8Array(bytes);
  let at = 0;
  for (const { chunks } of workflows) {
    body[at] = at === 0 ? OPEN : COMMA;
    at += 1;
    for (const chunk of chunks) {
      body.set(chunk, at);
      at += chunk.byteLength;
    }
  }
  body[at] = CLOSE;
  return body;
}
