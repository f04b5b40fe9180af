import { createJsonObjectReader, JsonRefused } from './json-object.ts';

/** Maximum size of one workflow. n8n accepts no larger request, so no workflow can be larger. */
export const WORKFLOW_MAX_BYTES = 16 * 1024 * 1024;

const ID = /^[A-Za-z0-9_-]{1,64}$/;
const NAME_MAX_LENGTH = 1_000;
const FILE_NAME_MAX_LENGTH = 80;
/** The 255 bytes of a file system, less the longest id, its hyphen and the extension. */
const FILE_NAME_MAX_BYTES = 185;

/** A workflow's JSON, in its exported bytes. */
export interface WorkflowFile {
  id: string;
  name: string;
  /**
   * In order, never joined, so that a large workflow is in memory once. Their source documents how long they stay
   * valid.
   */
  chunks: Uint8Array[];
  bytes: number;
}

/** The input is not a workflow, or is refused. */
export class WorkflowRefused extends Error {
  override readonly name = 'WorkflowRefused';
}

/** The workflow exceeds `WORKFLOW_MAX_BYTES`. */
export class WorkflowTooLarge extends WorkflowRefused {}

/**
 * Checks a workflow as its bytes arrive, without storing them: a JSON object in UTF-8 with an id, a name, nodes and
 * connections, as n8n exports it.
 */
export function createWorkflowReader() {
  const json = createJsonObjectReader(['id', 'name', 'nodes', 'connections']);
  let bytes = 0;

  return {
    /**
     * @returns the index in `incoming` after the workflow's end; -1 when it continues.
     * @throws WorkflowRefused.
     */
    read(incoming: Uint8Array, from = 0): number {
      const end = refuseInvalid(() => json.read(incoming, from));
      bytes += (end < 0 ? incoming.byteLength : end) - from;
      if (bytes > WORKFLOW_MAX_BYTES) throw new WorkflowTooLarge('A workflow is too large.');
      return end;
    },

    /** @param chunks all that was read. @returns the workflow once it has ended. @throws WorkflowRefused for anything else. */
    workflow(chunks: Uint8Array[]): WorkflowFile {
      const { id, name, nodes, connections } = Object.fromEntries(json.fields);
      if (id?.kind !== 'text' || !ID.test(id.text)) throw new WorkflowRefused('A workflow has no id.');
      if (name?.kind !== 'text' || name.text.length > NAME_MAX_LENGTH) {
        throw new WorkflowRefused('A workflow has no name.');
      }
      if (nodes?.kind !== 'array' || connections?.kind !== 'object') {
        throw new WorkflowRefused('A workflow has no nodes or connections.');
      }
      return { id: id.text, name: name.text, chunks, bytes };
    },
  };
}

function refuseInvalid<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof JsonRefused ? new WorkflowRefused(error.message) : error;
  }
}

/** @returns the name of a workflow's file in an archive: safe in every file system, and unique by the id. */
export function workflowFileName({ id, name }: Pick<WorkflowFile, 'id' | 'name'>): string {
  const plain = name
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{N}_]+/gu, '-')
    .slice(0, FILE_NAME_MAX_LENGTH);
  const { read } = new TextEncoder().encodeInto(plain, new Uint8Array(FILE_NAME_MAX_BYTES));
  const safe = plain
    .slice(0, read)
    // The cut can leave half a character, which has no UTF-8.
    .replace(/[\uD800-\uDBFF]$/, '')
    .replace(/^-+|-+$/g, '');
  return `${safe || 'workflow'}-${id}.json`;
}
