import { concatBytes } from '#app/domain/encoding/bytes.ts';
import type { HeldContent } from '#app/domain/held-webhooks/held-request.ts';
import type { BodyMemory } from './body-memory.ts';
import type { HeldFiles } from './files-port.ts';
import type { HeldRow } from './row.ts';
import type { HeldRows } from './rows.ts';

/** The sealed part of a request: personal data, and secrets of its sender. The body is null if it is a file in R2. */
type SealedContent = HeldContent<Uint8Array<ArrayBuffer> | null>;

/** The parts that hold a request's content. */
export interface ContentPorts {
  rows: Pick<HeldRows, 'content'>;
  seal: Pick<ContentSeal, 'open'>;
  files: Pick<HeldFiles, 'get'>;
  bodies: Pick<BodyMemory, 'inTurn'>;
}

const IV_BYTES = 12;
const LENGTH_BYTES = 4;

/** @returns a request's content, sealed. */
export async function sealContent(
  seal: ContentSeal,
  id: string,
  content: SealedContent,
): Promise<Uint8Array<ArrayBuffer>> {
  return seal.seal(packContent(content), `${id}:content`);
}

/** @returns a request's content with its whole body. @throws if it was deleted, or cannot be read. */
export async function openContent(
  { rows, seal, files, bodies }: ContentPorts,
  { id, sequence }: Pick<HeldRow, 'id' | 'sequence'>,
): Promise<HeldContent> {
  const sealed = rows.content(sequence);
  if (!sealed) throw new Error(`The content of the held request ${id} was deleted.`);
  const { search, headers, body } = unpackContent(await seal.open(sealed, `${id}:content`));
  const openFile = async () => seal.open(await files.get(id), `${id}:body`);
  return { search, headers, body: body ?? (await bodies.inTurn(openFile)) };
}

/** @returns a content as bytes: the length of the head, the head as JSON, the body. */
function packContent({ search, headers, body }: SealedContent): Uint8Array<ArrayBuffer> {
  const head = new TextEncoder().encode(JSON.stringify({ search, headers, hasBody: body !== null }));
  const length = new Uint8Array(LENGTH_BYTES);
  new DataView(length.buffer).setUint32(0, head.byteLength);
  return concatBytes(body ? [length, head, body] : [length, head]);
}

/** @param packed by {@link packContent}, authenticated. */
function unpackContent(packed: Uint8Array<ArrayBuffer>): SealedContent {
  const length = new DataView(packed.buffer, packed.byteOffset).getUint32(0);
  const head = new TextDecoder().decode(packed.subarray(LENGTH_BYTES, LENGTH_BYTES + length));
  const { hasBody, ...rest }: Omit<HeldContent, 'body'> & { hasBody: boolean } = JSON.parse(head);
  return { ...rest, body: hasBody ? packed.slice(LENGTH_BYTES + length) : null };
}

/**
 * Seals and opens the contents of held requests by AES-256-GCM with a random IV. The request's id and the part are
 * authenticated too.
 * @param keyOf the key as hex, the same at each call.
 */
export function contentSeal(keyOf: () => Promise<string>) {
  let imported: Promise<CryptoKey> | undefined;
  let serial = 0;

  async function importKey(): Promise<CryptoKey> {
    const bytes = Uint8Array.from(Buffer.from(await keyOf(), 'hex'));
    return crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt']);
  }

  async function key(): Promise<CryptoKey> {
    imported ??= importKey();
    try {
      return await imported;
    } catch (error) {
      imported = undefined;
      throw error;
    }
  }

  const gcm = (iv: Uint8Array<ArrayBuffer>, context: string): AesGcmParams => ({
    name: 'AES-GCM',
    iv,
    additionalData: new TextEncoder().encode(`held-webhook:${context}`),
  });

  return {
    /** @param context the request's id and the part. */
    async seal(bytes: Uint8Array<ArrayBuffer>, context: string): Promise<Uint8Array<ArrayBuffer>> {
      const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
      const sealed = await crypto.subtle.encrypt(gcm(iv, context), await key(), bytes);
      return concatBytes([iv, new Uint8Array(sealed)]);
    },

    /** @throws if these bytes were not sealed for the context. */
    async open(sealed: Uint8Array<ArrayBuffer>, context: string): Promise<Uint8Array<ArrayBuffer>> {
      const iv = sealed.subarray(0, IV_BYTES);
      const opened = await crypto.subtle.decrypt(gcm(iv, context), await key(), sealed.subarray(IV_BYTES));
      return new Uint8Array(opened);
    },

    /** @returns a number that changes when the key is deleted: nothing opens what was sealed before. */
    keySerial: (): number => serial,

    /** Call after the key was replaced or deleted. */
    forgetKey(): void {
      imported = undefined;
      serial += 1;
    },
  };
}

export type ContentSeal = ReturnType<typeof contentSeal>;
