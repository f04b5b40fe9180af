import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { type BucketStore, openBucketStore, type StoredObject } from './bucket-store.ts';

/** The header that names a request's bucket; workerd's configuration adds it for each binding. */
export const BUCKET_HEADER = 'weft-bucket';

/** An entity tag of a condition, as workerd writes it. */
type EntityTag = { type: 'strong' | 'weak'; value: string } | { type: 'wildcard' };

interface Conditional {
  etagMatches?: EntityTag[];
  etagDoesNotMatch?: EntityTag[];
}

/** What workerd asks a bucket: https://github.com/cloudflare/workerd/blob/main/src/workerd/api/r2-api.capnp */
type BucketRequest =
  | { method: 'head' | 'createMultipartUpload'; object: string }
  | { method: 'get'; object: string; range?: Record<'offset' | 'length', string>; onlyIf?: Conditional }
  | { method: 'put'; object: string; onlyIf?: Conditional }
  | { method: 'delete'; object?: string; objects?: string[] }
  | { method: 'list'; prefix?: string }
  | { method: 'uploadPart'; uploadId: string; partNumber: number }
  | { method: 'completeMultipartUpload'; object: string; uploadId: string; parts: Array<{ part: number }> }
  | { method: 'abortMultipartUpload'; uploadId: string };

interface Answer {
  status?: number;
  /** An error's code: https://developers.cloudflare.com/r2/api/error-codes/ */
  code?: number;
  json?: unknown;
  content?: Uint8Array;
}

const MISSING: Answer = { status: 404, code: 10_007 };
const PRECONDITION_FAILED = { status: 412, code: 10_031 };

/**
 * Serves the R2 bindings of raw workerd, which has no buckets itself, from one file. Keeps contents, not metadata, and lists without a
 * limit: as much as the product's backups and held bodies need.
 * @param file of the objects, which outlast a killed server. @returns the port of this machine.
 */
export async function serveBuckets(file: string): Promise<number> {
  const store = openBucketStore(file);
  const server = createServer(async (incoming, outgoing) => {
    const {
      status = 200,
      code,
      json,
      content = new Uint8Array(),
    } = await answer(store, incoming).catch((error: unknown): Answer => {
      console.error(`A bucket could not answer: ${String(error)}`);
      return { status: 500, code: 10_001 };
    });
    const metadata = Buffer.from(json === undefined ? '' : JSON.stringify(json));
    outgoing.writeHead(status, {
      'content-type': 'application/json',
      'content-length': metadata.byteLength + content.byteLength,
      ...(json !== undefined && { 'cf-r2-metadata-size': metadata.byteLength }),
      ...(code !== undefined && { 'cf-r2-error': JSON.stringify({ version: 0, v4code: code, message: '' }) }),
    });
    outgoing.write(metadata);
    outgoing.end(content);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** A request's description is in a header; one that writes has it before its content. */
async function answer(store: BucketStore, incoming: IncomingMessage): Promise<Answer> {
  const bucket = String(incoming.headers[BUCKET_HEADER]);
  const body = await buffer(incoming);
  const size = Number(incoming.headers['cf-r2-metadata-size'] ?? 0);
  const description = incoming.headers['cf-r2-request'] ?? body.subarray(0, size).toString();
  return answerIn(store, bucket, JSON.parse(String(description)) as BucketRequest, body.subarray(size));
}

function answerIn(store: BucketStore, bucket: string, request: BucketRequest, content: Uint8Array): Answer {
  switch (request.method) {
    case 'head': {
      const found = store.find(bucket, request.object);
      return found ? { json: describeObject(found) } : MISSING;
    }
    case 'get': {
      const found = store.find(bucket, request.object);
      if (!found) return MISSING;
      if (!satisfies(found, request.onlyIf)) return { ...PRECONDITION_FAILED, json: describeObject(found) };
      const offset = Number(request.range?.offset ?? 0);
      const length = Math.min(found.size - offset, Number(request.range?.length ?? found.size));
      return {
        json: { ...describeObject(found), range: { offset, length } },
        content: store.read(bucket, found.key, offset, length),
      };
    }
    case 'put':
      if (!satisfies(store.find(bucket, request.object), request.onlyIf)) return PRECONDITION_FAILED;
      return { json: describeObject(store.put(bucket, request.object, content)) };
    case 'delete':
      store.remove(bucket, request.objects ?? [request.object ?? '']);
      return {};
    case 'list':
      return {
        json: { objects: store.list(bucket, request.prefix ?? '').map(describeObject), truncated: false },
      };
    case 'createMultipartUpload':
      return { content: jsonBytes({ uploadId: randomUUID() }) };
    case 'uploadPart':
      store.putPart(request.uploadId, request.partNumber, content);
      return { content: jsonBytes({ etag: randomUUID() }) };
    case 'completeMultipartUpload': {
      const parts = request.parts.map(({ part }) => part);
      return { json: describeObject(store.joinParts(bucket, request.object, request.uploadId, parts)) };
    }
    case 'abortMultipartUpload':
      store.dropParts(request.uploadId);
      return {};
  }
}

/** The answers about an upload are JSON as content, without metadata. */
function jsonBytes(value: unknown): Uint8Array {
  return Buffer.from(JSON.stringify(value));
}

function describeObject({ key, size, etag, uploadedAt }: StoredObject) {
  return {
    name: key,
    version: etag,
    size,
    etag,
    uploaded: uploadedAt,
    httpFields: {},
    customFields: [],
    checksums: {},
  };
}

function satisfies(found: StoredObject | undefined, onlyIf: Conditional = {}): boolean {
  const isNamed = (tags: EntityTag[]) =>
    found !== undefined && tags.some((tag) => tag.type === 'wildcard' || tag.value === found.etag);
  const { etagMatches, etagDoesNotMatch } = onlyIf;
  return !(etagMatches && !isNamed(etagMatches)) && !(etagDoesNotMatch && isNamed(etagDoesNotMatch));
}
