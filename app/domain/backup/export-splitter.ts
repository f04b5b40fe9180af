import { isJsonSpace } from './json-object.ts';
import { createWorkflowReader, type WorkflowFile, WorkflowRefused } from './workflow-file.ts';

/** A larger workflow is passed on in parts of this size. */
const PART_BYTES = 16 * 1024 * 1024;

const [OPEN, CLOSE, COMMA] = [0x5b, 0x5d, 0x2c];

/**
 * Splits a workspace's export, a JSON array of workflows, as it arrives, with at most one part of a workflow in memory.
 * @returns the workflows one by one, in their exported bytes, which are valid until the next file is requested.
 * @throws WorkflowRefused when the array is incomplete, repeats a workflow or contains anything else.
 */
export async function* splitExport(content: AsyncIterable<Uint8Array>): AsyncGenerator<WorkflowFile> {
  const seen = new Set<string>();
  const kept = createSlabs();
  let expected: 'open' | 'first' | 'next' | 'separator' | 'nothing' = 'open';
  let reader: ReturnType<typeof createWorkflowReader> | null = null;
  for await (const chunk of content) {
    for (let at = 0; at < chunk.byteLength; ) {
      if (reader) {
        const end = reader.read(chunk, at);
        kept.add(chunk.subarray(at, end < 0 ? chunk.byteLength : end));
        if (end < 0) {
          if (kept.size() >= PART_BYTES) yield reader.part(kept.take());
          break;
        }
        const workflow = reader.workflow(kept.take());
        reader = null;
        // Ids that no workspace imports are not remembered: their length is unlimited, and they name no file.
        if (!workflow.hasOddId) {
          if (seen.has(workflow.id)) throw new WorkflowRefused('A workflow comes twice in the export.');
          seen.add(workflow.id);
        }
        yield workflow;
        expected = 'separator';
        at = end;
        continue;
      }
      const byte = chunk[at] ?? 0;
      const isValue = expected === 'first' || expected === 'next';
      if (isJsonSpace(byte)) at += 1;
      else if (expected === 'open' && byte === OPEN) {
        expected = 'first';
        at += 1;
      } else if (byte === CLOSE && (expected === 'first' || expected === 'separator')) {
        expected = 'nothing';
        at += 1;
      } else if (byte === COMMA && expected === 'separator') {
        expected = 'next';
        at += 1;
      } else if (isValue) reader = createWorkflowReader();
      else throw new WorkflowRefused('The export is not a list of workflows.');
    }
  }
  if (expected !== 'nothing' || reader) throw new WorkflowRefused('The export is not whole.');
}

const SLAB_BYTES = 256 * 1024;

/** Reused memory for one workflow at a time: a large export would leave its size in garbage before a collection. */
function createSlabs() {
  const pool: Uint8Array[] = [];
  let bytes = 0;
  return {
    /** @returns how many bytes were added. */
    size: () => bytes,

    /** Appends a copy of the chunk. */
    add(chunk: Uint8Array): void {
      for (let taken = 0; taken < chunk.byteLength; ) {
        const index = Math.floor(bytes / SLAB_BYTES);
        const slab = pool[index] ?? new Uint8Array(SLAB_BYTES);
        pool[index] = slab;
        const part = chunk.subarray(taken, taken + SLAB_BYTES - (bytes % SLAB_BYTES));
        slab.set(part, bytes % SLAB_BYTES);
        taken += part.byteLength;
        bytes += part.byteLength;
      }
    },

    /** @returns everything that was added; the next `add` reuses the memory. */
    take(): Uint8Array[] {
      const chunks = pool
        .slice(0, Math.ceil(bytes / SLAB_BYTES))
        .map((slab, index) => slab.subarray(0, bytes - index * SLAB_BYTES));
      bytes = 0;
      return chunks;
    },
  };
}
