import { crc32, inflateRawSync } from 'node:zlib';
import {
  type ArchiveExtras,
  ArchiveInvalid,
  type ArchiveLimits,
  type ArchiveSource,
  ArchiveTooLarge,
} from '#app/domain/backup/archive.ts';
import { CREDENTIALS_MAX_BYTES, readCredentialsDocument } from '#app/domain/backup/credentials.ts';
import { isJsonSpace } from '#app/domain/backup/json-object.ts';
import { CREDENTIALS_FILE } from '#app/domain/backup/open-credentials.ts';
import {
  createWorkflowReader,
  ODD_ID_ENDING,
  WORKFLOW_MAX_BYTES,
  type WorkflowFile,
  WorkflowRefused,
} from '#app/domain/backup/workflow-file.ts';
import { parseVersion } from '#app/domain/instance/releases.ts';
import {
  END_BYTES,
  END_COMMENT_MAX_BYTES,
  LOCAL_BYTES,
  readDirectory,
  readEnd,
  readLocalHeader,
  STORED,
  VERSION_COMMENT,
  type ZipEntry,
} from './zip-records.ts';

/** A plain name in the archive's root: a program that unpacks the archive could make a path of any other. */
const FILE_NAME = /^(?!\.)[^/\\:\p{Cc}]{1,255}\.json$/u;
/** Bytes that deflate can add to incompressible data. */
const maxCompressedBytes = (bytes: number) => bytes + (bytes >> 10) + 1_024;

/**
 * Reads an archive of workflows from an untrusted source: each declared size is checked first, the real one afterwards.
 * Keeps the directory and one workflow in memory.
 * @returns the workflows one by one, without those that no workspace imports; a later one can still prove the archive
 *   invalid. @throws ArchiveInvalid, ArchiveTooLarge.
 */
export async function* readArchive(
  source: ArchiveSource,
  limits: ArchiveLimits,
): AsyncGenerator<WorkflowFile> {
  const ids = new Set<string>();
  for (const entry of (await directoryOf(source, limits)).entries) {
    if (entry.fileName === CREDENTIALS_FILE || isLeftOut(entry)) continue;
    const workflow = workflowIn(await contentOf(source, entry));
    if (ids.has(workflow.id)) throw new ArchiveInvalid('Two files hold the same workflow.');
    ids.add(workflow.id);
    yield workflow;
  }
}

/** Reads all but the workflows, as strictly as `readArchive` reads those. @throws ArchiveInvalid, ArchiveTooLarge. */
export async function readArchiveExtras(
  source: ArchiveSource,
  limits: ArchiveLimits,
): Promise<ArchiveExtras> {
  const { entries, comment } = await directoryOf(source, limits);
  const [entry, second] = entries.filter(({ fileName }) => fileName === CREDENTIALS_FILE);
  const credentials = entry ? readCredentialsDocument(await contentOf(source, entry)) : null;
  if (second || (entry && credentials === null))
    throw new ArchiveInvalid('The credentials of the archive are not a document.');
  const unrestorable = entries.filter(isLeftOut).map(({ fileName }) => fileName);
  return { version: versionIn(comment), credentials, unrestorable };
}

/** @returns the version in an archive's comment; null for any other comment. */
function versionIn(comment: Uint8Array): string | null {
  const text = new TextDecoder().decode(comment);
  const version = text.startsWith(VERSION_COMMENT) ? text.slice(VERSION_COMMENT.length) : '';
  return parseVersion(version) ? version : null;
}

/**
 * n8n can hold workflows that it does not import: larger ones, stored by several calls of its API, and those with odd ids.
 * Names tell these, as the backup wrote them: the list of what is left out is made without reading their files.
 */
function isLeftOut({ bytes, fileName }: ZipEntry & { fileName: string }): boolean {
  return bytes > WORKFLOW_MAX_BYTES || fileName.endsWith(ODD_ID_ENDING);
}

/** An entry with the start of the next one: its own bytes end before that. */
type BoundedEntry = ZipEntry & { fileName: string; until: number };

/** @returns the directory's entries, in the order of their bytes, none of which declares too much; and the comment. */
async function directoryOf(
  source: ArchiveSource,
  limits: ArchiveLimits,
): Promise<{ entries: BoundedEntry[]; comment: Uint8Array }> {
  const tailBytes = Math.min(source.bytes, END_BYTES + END_COMMENT_MAX_BYTES);
  const end = readEnd(await source.read(source.bytes - tailBytes, tailBytes));
  if (end.entries > limits.entries || end.bytes > limits.directoryBytes) {
    throw new ArchiveTooLarge();
  }
  // Another reader could interpret bytes between the directory and the end record as the directory.
  if (end.offset + end.bytes + end.endBytes !== source.bytes)
    throw new ArchiveInvalid('The directory is broken.');
  const entries = [...readDirectory(await source.read(end.offset, end.bytes), end.entries)].map((entry) => ({
    ...entry,
    // The name is only checked: its encoding can be the code page of the program that packed the archive.
    fileName: new TextDecoder().decode(entry.name),
  }));
  const declared = entries.reduce((sum, { bytes }) => sum + bytes, 0);
  if (
    declared > limits.totalBytes ||
    declared > Math.max(limits.unsuspiciousBytes, source.bytes * limits.ratio)
  ) {
    throw new ArchiveTooLarge();
  }
  for (const { fileName, bytes, compressedBytes } of entries) {
    if (!FILE_NAME.test(fileName)) throw new ArchiveInvalid('A file of the archive has no plain name.');
    if (fileName === CREDENTIALS_FILE && bytes > CREDENTIALS_MAX_BYTES) throw new ArchiveTooLarge();
    if (compressedBytes > maxCompressedBytes(bytes))
      throw new ArchiveInvalid('A file of the archive is damaged.');
  }
  const inOrder = entries.sort((a, b) => a.offset - b.offset);
  const bounded = inOrder.map((entry, index) => ({
    ...entry,
    until: inOrder[index + 1]?.offset ?? end.offset,
  }));
  return { entries: bounded, comment: end.comment };
}

async function contentOf(source: ArchiveSource, entry: BoundedEntry): Promise<Uint8Array> {
  const headerBytes = LOCAL_BYTES + entry.name.byteLength;
  // Files that share bytes let a small archive unpack to a large one.
  const room = (from: number, bytes: number) => {
    if (from + bytes > entry.until)
      throw new ArchiveInvalid('A file of the archive reaches into what follows it.');
  };
  room(entry.offset, headerBytes);
  const begin = entry.offset + readLocalHeader(await source.read(entry.offset, headerBytes), entry);
  room(begin, entry.compressedBytes);
  const compressed = await source.read(begin, entry.compressedBytes);
  const content = entry.method === STORED ? compressed : inflate(compressed, entry.bytes);
  if (content.byteLength !== entry.bytes || crc32(content) !== entry.crc) {
    throw new ArchiveInvalid('A file of the archive is damaged.');
  }
  return content;
}

/** @throws ArchiveInvalid when it is not deflated, or exceeds its declared size. */
function inflate(compressed: Uint8Array, bytes: number): Uint8Array {
  try {
    return inflateRawSync(compressed, { maxOutputLength: Math.max(1, bytes) });
  } catch {
    throw new ArchiveInvalid('A file of the archive is damaged.');
  }
}

function workflowIn(content: Uint8Array): WorkflowFile {
  const reader = createWorkflowReader();
  try {
    const end = reader.read(content);
    // An editor may leave white space after the workflow.
    if (end >= 0 && content.subarray(end).every(isJsonSpace)) {
      const workflow = reader.workflow([content.subarray(0, end)]);
      if (!workflow.hasOddId) return workflow;
    }
  } catch (error) {
    throw error instanceof WorkflowRefused ? new ArchiveInvalid(error.message) : error;
  }
  throw new ArchiveInvalid('A file of the archive is not a workflow.');
}
