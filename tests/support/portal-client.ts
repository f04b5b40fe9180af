import { randomBytes } from 'node:crypto';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Challenge } from 'altcha-lib/types';
import { HANGS_AFTER_MS } from '#tests/support/patience.ts';

export interface TestPortal {
  portalUrl: string;
  sandboxUrl: string;
}

/** A browser substitute: keeps cookies, follows no redirect, and posts forms as a page of the portal would. */
export class PortalClient {
  readonly cookies = new Map<string, string>();
  readonly portal: TestPortal;
  /**
   * Each client has its own address, so that the throttles count each test separately. It is random: the tests run in many
   * processes, and one that floods the portal must not share its address with another.
   */
  readonly address: string;

  constructor(portal: TestPortal, address = randomBytes(4).join('.')) {
    this.portal = portal;
    this.address = address;
  }

  async request(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set('CF-Connecting-IP', this.address);
    // Cloudflare compresses answers, the product does not: the local runtime would spend most of a short request on it.
    if (!headers.has('Accept-Encoding')) headers.set('Accept-Encoding', 'identity');
    if (!headers.has('Cookie') && this.cookies.size > 0) {
      headers.set('Cookie', [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '));
    }
    const response = await fetch(new URL(path, this.portal.portalUrl), {
      ...init,
      headers,
      redirect: 'manual',
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = '', ...attributes] = cookie.split(';');
      const [name = '', value = ''] = pair.split('=');
      if (attributes.some((attribute) => attribute.trim() === 'Max-Age=0')) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return response;
  }

  get(path: string): Promise<Response> {
    return this.request(path, { headers: { Accept: 'text/html' } });
  }

  post(path: string, fields: Record<string, string> | URLSearchParams): Promise<Response> {
    return this.request(path, {
      method: 'POST',
      headers: { Origin: this.portal.portalUrl },
      body: new URLSearchParams(fields),
    });
  }

  /** Opens a page and follows its redirects, up to ten times. @returns the visited addresses and the last answer. */
  async follow(path: string): Promise<{ visited: string[]; response: Response }> {
    const visited = [path];
    for (;;) {
      const response = await this.get(visited[visited.length - 1] ?? path);
      const next = response.headers.get('Location');
      if (!next || visited.length > 10) return { visited, response };
      visited.push(next);
    }
  }

  /** Solves a human check as the page's widget does. */
  async humanCheck(): Promise<string> {
    const response = await this.get('/api/human-check');
    const { challenge } = (await response.json()) as { challenge: Challenge };
    const solution = await solveChallenge({ challenge, deriveKey });
    return btoa(JSON.stringify({ challenge, solution }));
  }

  async register(
    overrides: Partial<RegistrationFields> = {},
  ): Promise<{ response: Response; fields: RegistrationFields }> {
    const fields = { ...registrationFields(), humanCheck: await this.humanCheck(), ...overrides };
    return { response: await this.post('/register', fields), fields };
  }

  /** Registers and confirms. @returns the registration's fields. */
  async registerConfirmed(overrides: Partial<RegistrationFields> = {}): Promise<RegistrationFields> {
    const { fields } = await this.register(overrides);
    const token = await this.confirmationToken(fields.email);
    await this.confirm(token);
    return fields;
  }

  /**
   * Presses the button of a confirmation link's page; in a browser that did not register, with the fields that it requires.
   */
  confirm(token: string, chosen: Record<string, string> = {}): Promise<Response> {
    return this.post(`/confirm-email?${new URLSearchParams({ token })}`, chosen);
  }

  async mails(to: string): Promise<Mail[]> {
    const response = await fetch(`${this.portal.sandboxUrl}/emails?to=${encodeURIComponent(to)}`);
    return (await response.json()) as Mail[];
  }

  /** Waits for the newest mail whose subject matches. */
  async mail(to: string, subject: RegExp): Promise<Mail> {
    return eventually(async () => (await this.mails(to)).find((mail) => subject.test(mail.subject)));
  }

  async confirmationToken(to: string): Promise<string> {
    return tokenIn(await this.mail(to, /Confirm your email/));
  }

  /** Waits for a confirmation link other than `earlier`. */
  async newConfirmationToken(to: string, earlier: string): Promise<string> {
    return eventually(async () => {
      const mails = (await this.mails(to)).filter(({ subject }) => /Confirm your email/.test(subject));
      return mails.map(tokenIn).find((token) => token !== earlier);
    });
  }
}

export interface Mail {
  id: string;
  subject: string;
  text: string;
  html: string;
}

export interface RegistrationFields extends Record<string, string> {
  fullName: string;
  email: string;
  confirmEmail: string;
  password: string;
  accountName: string;
  humanCheck: string;
}

export function tokenIn(mail: Mail): string {
  const token = mail.text.match(/[?&]token=([A-Za-z0-9_-]+)/)?.[1];
  if (!token) throw new Error(`No link in the mail: ${mail.text}`);
  return token;
}

let nameCount = 0;

/** A name that no other test uses. */
export function uniqueName(prefix = 'ada'): string {
  nameCount += 1;
  return `${prefix}-${Date.now().toString(36)}${process.pid.toString(36)}${nameCount.toString(36)}`.slice(
    0,
    25,
  );
}

/** An e-mail address that no other test uses. */
export function newAddress(prefix = 'grace'): string {
  return `${uniqueName(prefix)}@example.com`;
}

/** A registration that no other test makes. The human check is to be solved. */
export function registrationFields(overrides: Partial<RegistrationFields> = {}): RegistrationFields {
  const accountName = overrides.accountName ?? uniqueName();
  const email = overrides.email ?? `${accountName}@example.com`;
  return {
    fullName: 'Ada Lovelace',
    email,
    confirmEmail: email,
    password: 'correct horse',
    accountName,
    humanCheck: '',
    ...overrides,
  };
}

/** Polls often at first and then less and less often: each poll costs a request. */
const MIN_PAUSE_MS = 100;
const MAX_PAUSE_MS = 500;

/** Repeats a call until it returns an answer; a wait gets at most a tenth longer by the pauses. */
export async function eventually<Answer>(
  ask: () => Promise<Answer | undefined | false | null>,
  withinMs = HANGS_AFTER_MS,
): Promise<Answer> {
  const startedAt = Date.now();
  while (Date.now() < startedAt + withinMs) {
    const answer = await ask();
    if (answer) return answer;
    const pauseMs = Math.min(Math.max((Date.now() - startedAt) / 10, MIN_PAUSE_MS), MAX_PAUSE_MS);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  throw new Error('It did not happen in time.');
}
