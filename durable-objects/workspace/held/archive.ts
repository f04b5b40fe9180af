import { archiveLine } from '#app/domain/held-webhooks/archive.ts';
import { MAX_WITH_ARCHIVE } from './body-memory.ts';
import { toHeldRequest } from './calls.ts';
import { type ContentPorts, openContent } from './content.ts';
import type { HeldPorts } from './ports.ts';

type ArchivePorts = ContentPorts & Pick<HeldPorts, 'rows' | 'bodies' | 'reportError'>;

/** Rows per read; contents are read one by one. */
const BATCH = 100;

/**
 * Streams the requests held at the time of the call, oldest first: a slow reader gets none that arrives after their
 * permission was checked. Follows the pace of its reader; keeps the rows of one batch and one body in memory.
 */
export function heldArchive({ reportError, ...ports }: ArchivePorts): ReadableStream<Uint8Array> {
  const { rows, bodies } = ports;
  const newest = rows.newest();

  async function* lines(): AsyncGenerator<Uint8Array<ArrayBuffer>> {
    let last = 0;
    for (;;) {
      const batch = rows.between(last, newest, BATCH);
      for (const row of batch) {
        const release = await bodies.take(row.hasFile && row.hasContent ? row.size : 0, MAX_WITH_ARCHIVE);
        try {
          // The content can be deleted while the archive is read.
          const isKept = rows.find(row.id)?.hasContent === true;
          const content = isKept ? await openContent(ports, row).catch(reportError) : null;
          yield* archiveLine({ ...toHeldRequest(row), hasContent: isKept }, content ?? null);
        } finally {
          release();
        }
        last = row.sequence;
      }
      if (batch.length < BATCH) return;
    }
  }

  const parts = lines();
  return new ReadableStream({
    type: 'bytes',
    async pull(controller) {
      const { done, value } = await parts.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await parts.return(undefined);
    },
  });
}
