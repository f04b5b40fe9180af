import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { readJsonFile, writeJsonFile } from '#sandbox/storage/json-file.ts';
import { linkLifetimeMs, type SignInPayload } from './sign-in.ts';

export type Person = { email: string; name: string; role: string };

type Stored = {
  /** Sessions by the hash of their token: the volume alone lets nobody in. */
  sessions: Record<string, Person & { since: number }>;
  /** Sign-in links that were used, by jti, until they would have expired anyway. */
  usedLinks: Record<string, number>;
  /** Who was signed out from outside, by e-mail, and when: links signed until then let nobody in any more. */
  signedOut: Record<string, number>;
};

/** Volumes of earlier versions know of nobody who was signed out. */
function isStored(value: unknown): value is Omit<Stored, 'signedOut'> & Partial<Stored> {
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
    this.#stored = { signedOut: {}, ...(isStored(found) ? found : { sessions: {}, usedLinks: {} }) };
  }

  /**
   * Uses up a link and begins a session. Returns the session's token, or undefined when the link was used before, or
   * its person was signed out after it was signed.
   */
  begin(link: SignInPayload, now: number): string | undefined {
    if (Object.hasOwn(this.#stored.usedLinks, link.jti)) return undefined;
    if (this.#isRevoked(link)) return undefined;
    const unexpired = Object.entries(this.#stored.usedLinks).filter(([, exp]) => exp > now);
    const token = randomBytes(32).toString('base64url');
    const { email, name, role } = link;
    const next: Stored = {
      ...this.#stored,
      sessions: { ...this.#stored.sessions, [hash(token)]: { email, name, role, since: now } },
      usedLinks: { ...Object.fromEntries(unexpired), [link.jti]: link.exp },
    };
    this.#write(next);
    return token;
  }

  /** Ends every session of a person, whatever the case of their e-mail, and the links for them that are not used yet. */
  signOut(email: string, now: number): void {
    const wanted = email.toLowerCase();
    const others = Object.entries(this.#stored.sessions).filter(
      ([, person]) => person.email.toLowerCase() !== wanted,
    );
    // A link that was signed before has expired once its lifetime is over.
    const recent = Object.entries(this.#stored.signedOut).filter(([, at]) => at + linkLifetimeMs > now);
    this.#write({
      ...this.#stored,
      sessions: Object.fromEntries(others),
      signedOut: { ...Object.fromEntries(recent), [wanted]: now },
    });
  }

  #isRevoked({ email, iat, exp }: SignInPayload): boolean {
    const key = email.toLowerCase();
    const at = Object.hasOwn(this.#stored.signedOut, key) ? this.#stored.signedOut[key] : undefined;
    return at !== undefined && (iat ?? exp - linkLifetimeMs) <= at;
  }

  /** On disk first: what a restart would forget must not be acted on. */
  #write(next: Stored): void {
    writeJsonFile(this.#path, next);
    this.#stored = next;
  }

  /** Who holds the `n8n-auth` cookie of a request. */
  find(cookieHeader: string | undefined): Person | undefined {
    const token = /(?:^|;\s*)n8n-auth=([^;\s]+)/.exec(cookieHeader ?? '')?.[1];
    if (token === undefined) return undefined;
    const key = hash(token);
    return Object.hasOwn(this.#stored.sessions, key) ? this.#stored.sessions[key] : undefined;
  }
}
