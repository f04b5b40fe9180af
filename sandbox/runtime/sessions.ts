import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { readJsonFile, writeJsonFile } from '#sandbox/storage/json-file.ts';
import { linkMemoryMs, type SignInPayload } from './sign-in.ts';

export type SignedInPerson = { email: string; name: string; role: string };

type Stored = {
  /** Sessions by the hash of their token: the volume alone admits no one. */
  sessions: Record<string, SignedInPerson & { since: number }>;
  /** Used sign-in links by jti, and until when they are remembered. */
  usedLinks: Record<string, number>;
  /** When the portal signed people out, by e-mail: links signed before are no longer valid. */
  signedOut: Record<string, number>;
  /** Roles that the portal set, by e-mail, and when: links signed until then have an older role. Null for a person who left. */
  roles: Record<string, { role: string | null; at: number }>;
};

/** Volumes of earlier versions have no sign-outs and no roles. */
function isStored(value: unknown): value is Pick<Stored, 'sessions' | 'usedLinks'> & Partial<Stored> {
  return typeof value === 'object' && value !== null && 'sessions' in value && 'usedLinks' in value;
}

function hash(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** @returns a person's record; ignores the e-mail's case. */
function entryOf<Entry>(entries: Record<string, Entry>, email: string): Entry | undefined {
  const key = email.toLowerCase();
  return Object.hasOwn(entries, key) ? entries[key] : undefined;
}

/** The signed-in people, and the used links. Stored on the volume, so a restart forgets neither. */
export class Sessions {
  readonly #path: string;
  #stored: Stored;

  constructor(dataDir: string) {
    this.#path = join(dataDir, 'sessions.json');
    const found = readJsonFile(this.#path);
    const known = isStored(found) ? found : { sessions: {}, usedLinks: {} };
    this.#stored = { signedOut: {}, roles: {}, ...known };
  }

  /**
   * Uses up a link and begins a session. Returns the session's token; undefined if the link was used before, or its person
   * was signed out after it was signed.
   */
  begin(link: SignInPayload, now: number): string | undefined {
    if (Object.hasOwn(this.#stored.usedLinks, link.jti)) return undefined;
    if (this.#isRevoked(link)) return undefined;
    const unexpired = Object.entries(this.#stored.usedLinks).filter(([, until]) => until > now);
    const token = randomBytes(32).toString('base64url');
    const { email, name } = link;
    const given = entryOf(this.#stored.roles, email);
    const role = (given && link.iat <= given.at && given.role) || link.role;
    const next: Stored = {
      ...this.#stored,
      sessions: { ...this.#stored.sessions, [hash(token)]: { email, name, role, since: now } },
      usedLinks: { ...Object.fromEntries(unexpired), [link.jti]: now + linkMemoryMs },
    };
    this.#write(next);
    return token;
  }

  /** Ends every session of a person, ignoring the e-mail's case, and the unused links for them. */
  signOut(email: string, now: number): void {
    const wanted = email.toLowerCase();
    const others = Object.entries(this.#stored.sessions).filter(
      ([, person]) => person.email.toLowerCase() !== wanted,
    );
    const recent = Object.entries(this.#stored.signedOut).filter(([, at]) => at + linkMemoryMs > now);
    this.#write({
      ...this.#stored,
      sessions: Object.fromEntries(others),
      signedOut: {
        ...Object.fromEntries(recent),
        [wanted]: Math.max(now, entryOf(this.#stored.signedOut, email) ?? 0),
      },
    });
  }

  /**
   * Sets a person's role, in their sessions and for links signed before; creates no person. Null signs them out. A change that
   * is older than the last one is dropped.
   */
  setRole(email: string, role: string | null, at: number): void {
    if (at < (entryOf(this.#stored.roles, email)?.at ?? 0)) return;
    if (role === null) this.signOut(email, at);
    const wanted = email.toLowerCase();
    const sessions = Object.entries(this.#stored.sessions).map(([key, person]) => [
      key,
      person.email.toLowerCase() === wanted ? { ...person, role } : person,
    ]);
    const recent = Object.entries(this.#stored.roles).filter(([, given]) => given.at + linkMemoryMs > at);
    this.#write({
      ...this.#stored,
      sessions: Object.fromEntries(sessions),
      roles: { ...Object.fromEntries(recent), [wanted]: { role, at } },
    });
  }

  #isRevoked({ email, iat }: SignInPayload): boolean {
    const at = entryOf(this.#stored.signedOut, email);
    return at !== undefined && iat <= at;
  }

  /** Writes to disk first: nothing may act on a state that a restart would forget. */
  #write(next: Stored): void {
    writeJsonFile(this.#path, next);
    this.#stored = next;
  }

  /** The person who has the `n8n-auth` cookie of a request. */
  find(cookieHeader: string | undefined): SignedInPerson | undefined {
    const token = /(?:^|;\s*)n8n-auth=([^;\s]+)/.exec(cookieHeader ?? '')?.[1];
    if (token === undefined) return undefined;
    return entryOf(this.#stored.sessions, hash(token));
  }
}
