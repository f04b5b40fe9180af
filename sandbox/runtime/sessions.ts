import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { readJsonFile, writeJsonFile } from '#sandbox/storage/json-file.ts';
import type { SignInPayload } from './sign-in.ts';

export type Person = { email: string; name: string; role: string };

type Stored = {
  /** Sessions by the hash of their token: the volume alone lets nobody in. */
  sessions: Record<string, Person & { since: number }>;
  /** Sign-in links that were used, by jti, until they would have expired anyway. */
  usedLinks: Record<string, number>;
};

function isStored(value: unknown): value is Stored {
  return typeof value === 'object' && value !== null && 'sessions' in value && 'usedLinks' in value;
}

function hash(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** Who is signed in to the workspace, and which links have been used. Lives in the volume, so a restart forgets neither. */
export class Sessions {
  readonly #path: string;
  #stored: Stored;

  constructor(dataDir: string) {
    this.#path = join(dataDir, 'sessions.json');
    const found = readJsonFile(this.#path);
    this.#stored = isStored(found) ? found : { sessions: {}, usedLinks: {} };
  }

  /** Uses up a link and begins a session. Returns the session's token, or undefined when the link was used before. */
  begin(link: SignInPayload, now: number): string | undefined {
    if (Object.hasOwn(this.#stored.usedLinks, link.jti)) return undefined;
    const unexpired = Object.entries(this.#stored.usedLinks).filter(([, exp]) => exp > now);
    const token = randomBytes(32).toString('base64url');
    const { email, name, role } = link;
    const next: Stored = {
      sessions: { ...this.#stored.sessions, [hash(token)]: { email, name, role, since: now } },
      usedLinks: { ...Object.fromEntries(unexpired), [link.jti]: link.exp },
    };
    writeJsonFile(this.#path, next);
    this.#stored = next;
    return token;
  }

  /** Who holds the `n8n-auth` cookie of a request. */
  find(cookieHeader: string | undefined): Person | undefined {
    const token = /(?:^|;\s*)n8n-auth=([^;\s]+)/.exec(cookieHeader ?? '')?.[1];
    if (token === undefined) return undefined;
    const key = hash(token);
    return Object.hasOwn(this.#stored.sessions, key) ? this.#stored.sessions[key] : undefined;
  }
}
