import { splitExport } from '#app/domain/backup/export-splitter.ts';
import { type PartBucket, putWhole } from '#app/integrations/backups/put-whole.ts';
import { writeArchive } from '#app/integrations/backups/write-archive.ts';
import { failWhenSilent } from '#app/integrations/workspace-process/unless-silent.ts';

/**
 * Makes a backup like the object, with export and store in another process: the local R2 would run in this process and
 * distort the measurement.
 */
export default {
  async fetch(request) {
    const outside = new URL(request.url).searchParams.get('outside') ?? '';
    const exported = await fetch(`${outside}/export?${new URL(request.url).searchParams}`);
    if (!exported.body) return new Response(null, { status: 502 });
    const send = async (content: Uint8Array) => {
      await (
        await fetch(`${outside}/part`, { method: 'POST', body: content as Uint8Array<ArrayBuffer> })
      ).text();
    };
    const bucket: PartBucket<number> = {
      put: (_key, content) => send(content),
      createMultipartUpload: async () => ({
        uploadPart: async (number, content) => {
          await send(content);
          return number;
        },
        complete: async () => {},
        abort: async () => {},
      }),
    };
    const workflows = splitExport(failWhenSilent(exported.body, 30_000));
    return Response.json({ bytes: await putWhole(bucket, 'k', writeArchive(workflows, Date.now())) });
  },
} satisfies ExportedHandler;
