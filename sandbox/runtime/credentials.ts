import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto';
import { join } from 'node:path';
import { readJsonFile, writeJsonFile } from '#sandbox/storage/json-file.ts';

const kdf = { name: 'scrypt', N: 32_768, r: 8, p: 3 } as const;
const keyBytes = 32;
const tagBytes = 16;
/** scrypt needs 128 * N * r bytes, and Node's default limit is exactly that. */
const maxMemoryBytes = 64 * 1024 * 1024;

type EncryptedDocument = {
  version: 1;
  kdf: typeof kdf & { salt: string };
  iv: string;
  data: string;
};

function keyOf(passphrase: string, salt: Buffer): Buffer {
  const { N, r, p } = kdf;
  return scryptSync(passphrase.normalize('NFC'), salt, keyBytes, { N, r, p, maxmem: maxMemoryBytes });
}

/** Encrypts credentials under a key derived from a passphrase; the salt and the iv are new each time. */
export function encryptCredentials(credentials: readonly unknown[], passphrase: string): EncryptedDocument {
  const [salt, iv] = [randomBytes(16), randomBytes(12)];
  const cipher = createCipheriv('aes-256-gcm', keyOf(passphrase, salt), iv);
  const data = Buffer.concat([
    cipher.update(JSON.stringify(credentials)),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
  return {
    version: 1,
    kdf: { ...kdf, salt: salt.toString('base64') },
    iv: iv.toString('base64'),
    data: data.toString('base64'),
  };
}

/** The credentials of a document; undefined if the passphrase is wrong, or any part of the document was changed. */
export function decryptCredentials(document: unknown, passphrase: string): unknown {
  try {
    const { kdf, iv, data } = document as EncryptedDocument;
    const bytes = Buffer.from(data, 'base64');
    const key = keyOf(passphrase, Buffer.from(kdf.salt, 'base64'));
    const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(iv, 'base64'));
    decipher.setAuthTag(bytes.subarray(-tagBytes));
    const text = Buffer.concat([decipher.update(bytes.subarray(0, -tagBytes)), decipher.final()]);
    return JSON.parse(text.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** A credential in the shape of the contract's document. */
type Credential = {
  id: string;
  name: string;
  type: string;
  data: object;
  createdAt: string;
  updatedAt: string;
};

/** Whether a value of a document can be stored as a credential. */
export function isCredential(value: unknown): value is Credential {
  if (typeof value !== 'object' || value === null) return false;
  const { data, ...texts } = value as Record<keyof Credential, unknown>;
  const isText = ([name, most]: [keyof typeof texts, number]) => {
    const text = texts[name];
    return typeof text === 'string' && text !== '' && text.length <= most;
  };
  const limits = { id: 36, name: 128, type: 128, createdAt: 32, updatedAt: 32 } as const;
  const isObject = typeof data === 'object' && data !== null && !Array.isArray(data);
  return isObject && (Object.entries(limits) as [keyof typeof texts, number][]).every(isText);
}

/**
 * The credentials of the workspace, on the volume. n8n encrypts them there; this process, which has no real secrets, does
 * not.
 */
export class Credentials {
  readonly #path: string;
  #byId: Map<string, Credential>;

  constructor(dataDir: string) {
    this.#path = join(dataDir, 'credentials.json');
    const kept = readJsonFile(this.#path);
    this.#byId = new Map((Array.isArray(kept) ? kept.filter(isCredential) : []).map((one) => [one.id, one]));
  }

  list(): Credential[] {
    return [...this.#byId.values()].sort((a, b) => a.createdAt.localeCompare(b.createdAt));
  }

  find(id: string): Credential | undefined {
    return this.#byId.get(id);
  }

  create({ name, type, data }: Pick<Credential, 'name' | 'type' | 'data'>, now: number): Credential {
    const time = new Date(now).toISOString();
    const credential = {
      id: randomBytes(8).toString('hex'),
      name,
      type,
      data,
      createdAt: time,
      updatedAt: time,
    };
    this.import([credential]);
    return credential;
  }

  /** Adds credentials, or replaces those with the same ids: all or none. */
  import(imported: readonly Credential[]): void {
    this.#keep(new Map([...this.#byId, ...imported.map((one) => [one.id, one] as const)]));
  }

  remove(id: string): void {
    this.#keep(new Map([...this.#byId].filter(([known]) => known !== id)));
  }

  #keep(byId: Map<string, Credential>): void {
    writeJsonFile(this.#path, [...byId.values()]);
    this.#byId = byId;
  }
}
