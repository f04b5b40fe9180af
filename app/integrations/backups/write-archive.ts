import { constants, crc32, deflateRawSync } from 'node:zlib';
import type { ArchiveAdditions } from '#app/domain/backup/archive.ts';
import { CREDENTIALS_FILE } from '#app/domain/backup/open-credentials.ts';
import { type WorkflowFile, workflowFileName } from '#app/domain/backup/workflow-file.ts';
import {
  centralHeader,
  DEFLATED,
  dataDescriptor,
  dosTime,
  endRecord,
  localHeader,
  MAX_BYTES,
  MAX_ENTRIES,
  VERSION_COMMENT,
  type ZipEntry,
} from './zip-records.ts';

/**
 * Writes workflows into a zip as they arrive, one file each, byte for byte. Keeps its directory in memory, some hundred
 * bytes per workflow.
 * @param takenAt what the files are dated, UTC ms.
 * @param additions the version becomes the archive's comment, `n8n 2.41.1`; the credentials are its first file.
 * @throws when there are more than a zip supports without Zip64: 65,534 files, 4 GiB.
 */
export async function* writeArchive(
  workflows: AsyncIterable<WorkflowFile>,
  takenAt: number,
  { version, credentials }: ArchiveAdditions = {},
): AsyncGenerator<Uint8Array> {
  const moment = dosTime(takenAt);
  const directory: Uint8Array[] = [];
  const claimName = createNameClaims();
  let offset = 0;
  let entry: ZipEntry | undefined;
  for await (const { fileName, bytes, chunks, isPart } of filesOf(workflows, credentials)) {
    if (!entry) {
      const name = new TextEncoder().encode(claimName(fileName));
      entry = { name, method: DEFLATED, crc: 0, compressedBytes: 0, bytes: 0, offset };
      const header = localHeader(name, moment);
      offset += header.byteLength;
      yield header;
    }
    entry.bytes += bytes;
    for (const [index, chunk] of chunks.entries()) {
      entry.crc = crc32(chunk, entry.crc);
      // Chunk by chunk, so that a large workflow is not held twice: one that is not the last ends on a whole byte.
      const isLast = !isPart && index === chunks.length - 1;
      const compressed = deflateRawSync(chunk, {
        finishFlush: isLast ? constants.Z_FINISH : constants.Z_SYNC_FLUSH,
      });
      entry.compressedBytes += compressed.byteLength;
      offset += compressed.byteLength;
      yield compressed;
    }
    if (!isPart) {
      const descriptor = dataDescriptor(entry);
      yield descriptor;
      directory.push(centralHeader(entry, moment));
      offset += descriptor.byteLength;
    }
    if (Math.max(offset, entry.bytes) > MAX_BYTES || directory.length > MAX_ENTRIES)
      throw new Error('The archive is too large.');
    if (!isPart) entry = undefined;
  }
  yield* directory;
  const bytes = directory.reduce((sum, header) => sum + header.byteLength, 0);
  if (offset + bytes > MAX_BYTES) throw new Error('The archive is too large.');
  const comment = new TextEncoder().encode(version === undefined ? '' : `${VERSION_COMMENT}${version}`);
  yield endRecord(directory.length, { offset, bytes }, comment);
}

/** @returns a function that numbers a name which the archive has already, in any case: unpacking would overwrite a file. */
function createNameClaims() {
  /** How often each name was claimed, by the name in lower case. */
  const claims = new Map<string, number>();
  return (fileName: string): string => {
    for (let name = fileName; ; ) {
      const key = name.toLowerCase();
      const count = (claims.get(key) ?? 0) + 1;
      claims.set(key, count);
      if (count === 1) return name;
      name = fileName.replace('.', `-${count}.`);
    }
  };
}

async function* filesOf(
  workflows: AsyncIterable<WorkflowFile>,
  credentials: Uint8Array | undefined,
): AsyncGenerator<Omit<WorkflowFile, 'id' | 'name' | 'isActive'> & { fileName: string }> {
  if (credentials) yield { fileName: CREDENTIALS_FILE, bytes: credentials.byteLength, chunks: [credentials] };
  for await (const workflow of workflows) yield { ...workflow, fileName: workflowFileName(workflow) };
}
