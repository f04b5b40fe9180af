import { createJsonObjectReader, JsonRefused } from './json-object.ts';

/** Maximum size of a workflow in an archive: its draft and its published version, which n8n accepts up to 16 MiB each. */
export const WORKFLOW_MAX_BYTES = 33 * 1024 * 1024;

const ID = /^[A-Za-z0-9_-]{1,64}$/;
const NAME_MAX_LENGTH = 1_000;
const FILE_NAME_MAX_LENGTH = 80;
/** The 255 bytes of a file system, less the longest id, its hyphen and the extension. */
const FILE_NAME_MAX_BYTES = 185;

/** A workflow's JSON, in its exported bytes. */
export interface WorkflowFile {
  id: string;
  name: string;
  /** False only for a workflow that says so. */
  isActive: boolean;
  /** In order, never joined, so that a large workflow is in memory once. Valid for as long as their source says. */
  chunks: Uint8Array[];
  /** Size of these chunks. */
  bytes: number;
  /** The next file continues this one: an export passes a large workflow on in parts. */
  isPart?: true;
  /** The id does not match the contract (docs/cluster.md): n8n's API accepts any text as an id, and the import refuses it. */
  hasOddId?: boolean;
  /** Nested so deep that a recursive reader could exhaust its stack. */
  isDeep?: boolean;
}

/** The end of an archive's file with a workflow whose id no workspace imports; the files of the others have one dot. */
export const ODD_ID_ENDING = '.invalid-id.json';
/** Deeper than any workflow that people make. */
const MAX_PLAIN_LEVELS = 500;

/** The input is not a workflow, or is refused. */
export class WorkflowRefused extends Error {
  override readonly name = 'WorkflowRefused';
}

/**
 * Checks a workflow as n8n exports it while its bytes arrive: a JSON object in UTF-8 with an id, a
 * name, nodes and connections.
 */
export function createWorkflowReader() {
  const json = createJsonObjectReader(['id', 'name', 'active', 'nodes', 'connections']);

  function fileOf(chunks: Uint8Array[]): WorkflowFile {
    const { id, name, active } = Object.fromEntries(json.fields);
    if (id?.kind !== 'text') throw new WorkflowRefused('A workflow has no id.');
    if (name?.kind !== 'text' || name.isCut || name.text.length > NAME_MAX_LENGTH) {
      throw new WorkflowRefused('A workflow has no name, or one that is too long.');
    }
    const bytes = chunks.reduce((sum, { byteLength }) => sum + byteLength, 0);
    const isActive = active?.kind !== 'scalar' || active.text !== 'false';
    return {
      id: id.text,
      name: name.text,
      isActive,
      chunks,
      bytes,
      hasOddId: !ID.test(id.text),
      isDeep: json.deepest() > MAX_PLAIN_LEVELS,
    };
  }

  return {
    /** @returns the index in `incoming` after the workflow's end; -1 when it continues. @throws WorkflowRefused. */
    read(incoming: Uint8Array, from = 0): number {
      try {
        return json.read(incoming, from);
      } catch (error) {
        throw error instanceof JsonRefused ? new WorkflowRefused(error.message) : error;
      }
    },

    /** @param chunks what was read since the last part. @throws WorkflowRefused unless id and name came first. */
    part: (chunks: Uint8Array[]): WorkflowFile => ({ ...fileOf(chunks), isPart: true }),

    /** @param chunks what was read since the last part. @throws WorkflowRefused unless a whole workflow was read. */
    workflow(chunks: Uint8Array[]): WorkflowFile {
      const { nodes, connections } = Object.fromEntries(json.fields);
      if (nodes?.kind !== 'array' || connections?.kind !== 'object') {
        throw new WorkflowRefused('A workflow has no nodes or connections.');
      }
      return fileOf(chunks);
    },
  };
}

/** @returns a file name that is safe in every file system. Two workflows can share it, such as `a` with the id `b-c`. */
export function workflowFileName(file: Pick<WorkflowFile, 'id' | 'name' | 'hasOddId'>): string {
  const { id, name, hasOddId } = file;
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
  return (safe || 'workflow') + (hasOddId ? ODD_ID_ENDING : `-${id}.json`);
}
