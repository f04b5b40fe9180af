import { crc32, inflateRawSync } from 'node:zlib';
import {
  ArchiveInvalid,
  type ArchiveLimits,
  type ArchiveSource,
  ArchiveTooLarge,
} from '#app/domain/backup/archive.ts';
import { isJsonSpace } from '#app/domain/backup/json-object.ts';
import {
  WORKFLOW_MAX_BYTES,
  type WorkflowFile,
  WorkflowRefused,
  WorkflowTooLarge,
  workflowReader,
} from '#app/domain/backup/workflow-file.ts';
import {
  END_BYTES,
  END_COMMENT_MAX_BYTES,
  LOCAL_BYTES,
  readDirectory,
  readEnd,
  readLocalHeader,
  STORED,
  type ZipEntry,
  ZipRefused,
} from './zip-records.ts';

/** A plain name in the archive's root: it never becomes a path here, but whoever unpacks the archive may make it one. */
const FILE_NAME = /^(?!\.)[^/\\:\p{Cc}]{1,255}\.json$/u;
/** What deflate may add to what it cannot compress. */
const compressedMaxOf = (bytes: number) => bytes + (bytes >> 10) + 1_024;

/**
 * Reads an archive of workflows, which may be anyone's: every size is checked before it is believed, and again as it
 * turns out. Nothing of it is held but its directory and the workflow at hand.
 *
 * @returns its workflows one by one; an archive of which not all were asked for may still be found invalid.
 * @throws ArchiveInvalid, ArchiveTooLarge.
 */
export async function* readArchive(
  source: ArchiveSource,
  limits: ArchiveLimits,
): AsyncGenerator<WorkflowFile> {
  const ids = new Set<string>();
  try {
    for (const entry of await entriesOf(source, limits)) {
      const workflow = workflowIn(await contentOf(source, entry));
      if (ids.has(workflow.id)) throw new ArchiveInvalid('Two files hold the same workflow.');
      ids.add(workflow.id);
      yield workflow;
    }
  } catch (error) {
    if (error instanceof WorkflowTooLarge) throw new ArchiveTooLarge(error.message);
    if (error instanceof WorkflowRefused || error instanceof ZipRefused)
      throw new ArchiveInvalid(error.message);
    throw error;
  }
}

/** An entry with where the next one begins: its own bytes end before that. */
type BoundedEntry = ZipEntry & { until: number };

/** @returns the entries of the directory, in the order of their bytes; none declares too much. */
async function entriesOf(source: ArchiveSource, limits: ArchiveLimits): Promise<BoundedEntry[]> {
  const tailBytes = Math.min(source.bytes, END_BYTES + END_COMMENT_MAX_BYTES);
  const end = readEnd(await source.read(source.bytes - tailBytes, tailBytes));
  if (end.entries > limits.entries || end.bytes > limits.directoryBytes) {
    throw new ArchiveTooLarge('There is too much in the archive.');
  }
  // Between the directory and the end there is nothing: something that stands there is another reader's directory.
  if (end.offset + end.bytes + end.endBytes !== source.bytes)
    throw new ArchiveInvalid('The directory is broken.');
  const entries = [...readDirectory(await source.read(end.offset, end.bytes), end.entries)];
  const declared = entries.reduce((sum, { bytes }) => sum + bytes, 0);
  if (
    declared > limits.totalBytes ||
    declared > Math.max(limits.unsuspiciousBytes, source.bytes * limits.ratio)
  ) {
    throw new ArchiveTooLarge('The archive unpacks to too much.');
  }
  for (const { name, bytes, compressedBytes } of entries) {
    if (!FILE_NAME.test(textOf(name))) throw new ArchiveInvalid('A file of the archive has no plain name.');
    if (bytes > WORKFLOW_MAX_BYTES) throw new ArchiveTooLarge('A file of the archive is too large.');
    if (compressedBytes > compressedMaxOf(bytes))
      throw new ArchiveInvalid('A file is not as large as it says.');
  }
  const inOrder = entries.sort((a, b) => a.offset - b.offset);
  return inOrder.map((entry, index) => ({ ...entry, until: inOrder[index + 1]?.offset ?? end.offset }));
}

async function contentOf(source: ArchiveSource, entry: BoundedEntry): Promise<Uint8Array> {
  const headerBytes = LOCAL_BYTES + entry.name.byteLength;
  // Files that share their bytes are how a small archive becomes a large one many times over.
  const room = (from: number, bytes: number) => {
    if (from + bytes > entry.until) throw new ArchiveInvalid('Two files of the archive overlap.');
  };
  room(entry.offset, headerBytes);
  const begin = entry.offset + readLocalHeader(await source.read(entry.offset, headerBytes), entry);
  room(begin, entry.compressedBytes);
  const compressed = await source.read(begin, entry.compressedBytes);
  const content = entry.method === STORED ? compressed : inflated(compressed, entry.bytes);
  if (content.byteLength !== entry.bytes || crc32(content) !== entry.crc) {
    throw new ArchiveInvalid('A file of the archive is damaged.');
  }
  return content;
}

/** @throws ArchiveInvalid when it is not deflated, or becomes larger than it says. */
function inflated(compressed: Uint8Array, bytes: number): Uint8Array {
  try {
    return inflateRawSync(compressed, { maxOutputLength: Math.max(1, bytes) });
  } catch {
    throw new ArchiveInvalid('A file of the archive is not what it says.');
  }
}

function workflowIn(content: Uint8Array): WorkflowFile {
  const reader = workflowReader();
  const end = reader.read(content);
  // What follows is white space or nothing, as an editor leaves it; it is no part of the workflow.
  const rest = end < 0 ? null : content.subarray(end);
  if (!rest?.every(isJsonSpace)) {
    throw new WorkflowRefused('A file of the archive is no workflow.');
  }
  return reader.workflow([content.subarray(0, end)]);
}

function textOf(name: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(name);
  } catch {
    throw new ArchiveInvalid('A file of the archive has no plain name.');
  }
}
