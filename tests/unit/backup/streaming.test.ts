import { expect, test } from 'vitest';
import { splitExport } from '#app/domain/backup/export-splitter.ts';
import { WORKFLOW_MAX_BYTES } from '#app/domain/backup/workflow-file.ts';
import { type PartBucket, putWhole } from '#app/integrations/backups/put-whole.ts';
import { writeArchive } from '#app/integrations/backups/write-archive.ts';
import { noisyWorkflowJson, utf8, workflowJson } from './workflows.ts';

const MIB = 1024 * 1024;
const NETWORK_CHUNK_BYTES = 64 * 1024;

/** A slow bucket that stores its content and fails at part `failsAt`. */
function slowBucket(onPart: (bytes: number) => void, failsAt = Number.POSITIVE_INFINITY) {
  const files = new Map<string, number>();
  const log: string[] = [];
  const bucket: PartBucket<number> = {
    async put(key: string, content: Uint8Array) {
      log.push('put');
      onPart(content.byteLength);
      files.set(key, content.byteLength);
    },
    async createMultipartUpload(key: string) {
      let bytes = 0;
      return {
        async uploadPart(number: number, part: Uint8Array) {
          if (number === failsAt) throw new Error('R2 is down');
          await new Promise((resolve) => setTimeout(resolve, 1));
          bytes += part.byteLength;
          onPart(part.byteLength);
          return number;
        },
        async complete() {
          log.push('complete');
          files.set(key, bytes);
        },
        async abort() {
          log.push('abort');
        },
      };
    },
  };
  return { put: (content: AsyncIterable<Uint8Array>) => putWhole(bucket, 'k', content), files, log };
}

test('holds at most 32 MiB of an export of 200 MB, even with the largest workflows', async () => {
  // Noise hardly compresses, so every byte read and not yet written is in memory somewhere.
  const around = workflowJson('w00', { noise: '' }).length;
  const largest = utf8(noisyWorkflowJson('w00', WORKFLOW_MAX_BYTES - around));
  let came = 0;
  let went = 0;
  const samples: Array<{ came: number; went: number }> = [];
  const sample = () => samples.push({ came, went });
  async function* exportChunks(): AsyncGenerator<Uint8Array> {
    yield utf8('[');
    for (let index = 0; came < 200_000_000; index += 1) {
      if (index > 0) yield utf8(',');
      const json = largest.slice();
      json.set(utf8(String(index).padStart(2, '0')), json.indexOf(0x77) + 1);
      for (let at = 0; at < json.byteLength; at += NETWORK_CHUNK_BYTES) {
        const chunk = json.slice(at, at + NETWORK_CHUNK_BYTES);
        came += chunk.byteLength;
        sample();
        yield chunk;
      }
    }
    yield utf8(']');
  }
  const { put, files } = slowBucket((bytes) => {
    went += bytes;
    sample();
  });
  const bytes = await put(writeArchive(splitExport(exportChunks()), 0));
  expect(files.get('k')).toBe(bytes);
  expect(went).toBe(bytes);
  expect(came).toBeGreaterThan(200_000_000);
  const ratio = went / came;
  const mostHeld = Math.max(...samples.map((at) => at.came - at.went / ratio));
  expect(mostHeld).toBeGreaterThan(15 * MIB);
  expect(mostHeld).toBeLessThan(32 * MIB);
});

test.for([
  ['the export breaks off', Number.POSITIVE_INFINITY, 'broke off'],
  ['a part is refused', 2, 'R2 is down'],
] as const)(
  'a multipart upload in which %s leaves nothing and cancels its source',
  async ([, failsAt, message]) => {
    let isLetGo = false;
    async function* content(): AsyncGenerator<Uint8Array> {
      try {
        for (let parts = 0; parts < 4; parts += 1) yield new Uint8Array(5 * MIB);
        throw new Error('broke off');
      } finally {
        isLetGo = true;
      }
    }
    const { put, files, log } = slowBucket(() => {}, failsAt);
    await expect(put(content())).rejects.toThrow(message);
    expect(log).toEqual(['abort']);
    expect(files.size).toBe(0);
    expect(isLetGo).toBe(true);
  },
);

test.each(['uploadPart', 'complete', 'abort'] as const)(
  'a bucket whose %s does not respond ends the upload',
  async (silent) => {
    const forever = () => new Promise<never>(() => {});
    const upload = {
      uploadPart: async () => (silent === 'abort' ? Promise.reject(new Error('R2 is down')) : 1),
      complete: async () => {},
      abort: async () => {},
      [silent]: forever,
    };
    const bucket: PartBucket<number> = { put: forever, createMultipartUpload: async () => upload };
    async function* content(): AsyncGenerator<Uint8Array> {
      for (let parts = 0; parts < 2; parts += 1) yield new Uint8Array(5 * MIB);
    }
    const message = silent === 'abort' ? 'R2 is down' : 'did not respond in time';
    await expect(putWhole(bucket, 'k', content(), 10)).rejects.toThrow(message);
  },
);

test('leaves nothing of a small upload that fails, and refuses an empty one', async () => {
  const { put, files, log } = slowBucket(() => {});
  async function* tornExport(): AsyncGenerator<Uint8Array> {
    yield utf8('{');
    throw new Error('broke off');
  }
  async function* nothing(): AsyncGenerator<Uint8Array> {}
  await expect(put(tornExport())).rejects.toThrow('broke off');
  await expect(put(nothing())).rejects.toThrow();
  expect(files.size + log.length).toBe(0);
});
