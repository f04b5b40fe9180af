import { constants, crc32, deflateRawSync } from 'node:zlib';
import { type WorkflowFile, workflowFileName } from '#app/domain/backup/workflow-file.ts';
import {
  centralHeader,
  DEFLATED,
  dataDescriptor,
  dosTime,
  endRecord,
  localHeader,
  MOST_BYTES,
  MOST_ENTRIES,
  type ZipEntry,
} from './zip-records.ts';

/**
 * Writes workflows into a zip as they come, one file each, in the very bytes they have. Beside the workflow at hand it
 * holds its directory, some hundred bytes a workflow.
 *
 * @param takenAt what the files are dated, UTC ms.
 * @throws when there are more than a zip holds without Zip64: 65,534 files, 4 GiB.
 */
export async function* writeArchive(
  workflows: AsyncIterable<WorkflowFile>,
  takenAt: number,
): AsyncGenerator<Uint8Array> {
  const moment = dosTime(takenAt);
  const directory: Uint8Array[] = [];
  let offset = 0;
  for await (const workflow of workflows) {
    const name = new TextEncoder().encode(workflowFileName(workflow));
    const entry: ZipEntry = {
      name,
      method: DEFLATED,
      crc: 0,
      compressedBytes: 0,
      bytes: workflow.bytes,
      offset,
    };
    const header = localHeader(name, moment);
    yield header;
    for (const [index, chunk] of workflow.chunks.entries()) {
      entry.crc = crc32(chunk, entry.crc);
      // Chunk by chunk, so that a large workflow is not held twice: one that is not the last ends on a whole byte.
      const isLast = index === workflow.chunks.length - 1;
      const compressed = deflateRawSync(chunk, {
        finishFlush: isLast ? constants.Z_FINISH : constants.Z_SYNC_FLUSH,
      });
      entry.compressedBytes += compressed.byteLength;
      yield compressed;
    }
    const descriptor = dataDescriptor(entry);
    yield descriptor;
    directory.push(centralHeader(entry, moment));
    offset += header.byteLength + entry.compressedBytes + descriptor.byteLength;
    if (offset > MOST_BYTES || directory.length > MOST_ENTRIES) throw new Error('The archive is too large.');
  }
  yield* directory;
  const bytes = directory.reduce((sum, header) => sum + header.byteLength, 0);
  if (offset + bytes > MOST_BYTES) throw new Error('The archive is too large.');
  yield endRecord(directory.length, { offset, bytes });
}
