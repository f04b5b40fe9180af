import type { WorkflowFile } from './workflow-file.ts';

/** Maximum body of one import call; a single larger workflow gets a separate call. */
const IMPORT_MAX_BYTES = 1024 * 1024;

const [OPEN, CLOSE, COMMA] = [0x5b, 0x5d, 0x2c];

/**
 * Imports workflows as JSON arrays with each workflow's bytes unchanged. A refused workflow costs no other its import.
 * @param send sends an array. @returns whether the workspace accepts it: all of it or nothing.
 * @returns whether it accepts every workflow.
 */
export async function importInBatches(
  workflows: AsyncIterable<WorkflowFile>,
  send: (body: Uint8Array<ArrayBuffer>) => Promise<boolean>,
): Promise<boolean> {
  async function importBatch(batch: readonly WorkflowFile[]): Promise<boolean> {
    if (batch.length === 0 || (await send(toJsonArray(batch)))) return true;
    if (batch.length === 1) return false;
    const middle = batch.length >> 1;
    const isFirstAccepted = await importBatch(batch.slice(0, middle));
    return (await importBatch(batch.slice(middle))) && isFirstAccepted;
  }

  let areAccepted = true;
  let batch: WorkflowFile[] = [];
  let bytes = 1;
  async function importWaiting(): Promise<void> {
    areAccepted = (await importBatch(batch)) && areAccepted;
    batch = [];
    bytes = 1;
  }
  for await (const workflow of workflows) {
    // Its own bytes, and the separator.
    const more = workflow.bytes + 1;
    if (bytes + more > IMPORT_MAX_BYTES) await importWaiting();
    batch.push(workflow);
    bytes += more;
    // A large workflow leaves the memory before the next one is read.
    if (bytes > IMPORT_MAX_BYTES) await importWaiting();
  }
  await importWaiting();
  return areAccepted;
}

function toJsonArray(workflows: readonly WorkflowFile[]): Uint8Array<ArrayBuffer> {
  const body = new Uint8Array(workflows.reduce((sum, { bytes }) => sum + bytes + 1, 1));
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
