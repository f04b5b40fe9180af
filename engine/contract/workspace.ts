import { createHash, createHmac, randomUUID } from 'node:crypto';
import type { VersionCheck } from '#app/domain/instance/rehearsal/report.ts';
import type { Usage } from '#app/domain/instance/view.ts';
import { SIGN_IN_KEY } from './environment.ts';
import type { TestedProcess } from './process.ts';

type Claims = Readonly<Record<string, unknown>>;

/** A workflow as the process stored it. */
export interface CreatedWorkflow {
  id: string;
  versionId: string;
  nodes: readonly object[];
}

const LINK_LIFETIME_MS = 60_000;
const hmac = (text: string, key: string) => createHmac('sha256', key).update(text);
/** @returns the hex SHA-256 of a body, which the portal signs. */
export const digestBody = (text: string) => createHash('sha256').update(text).digest('hex');

/** @returns a sign-in link's token as the portal signs it; `shiftMs` offsets the portal's clock. */
export function signInToken(claims: Claims = {}, { key = SIGN_IN_KEY, shiftMs = 0 } = {}): string {
  const iat = Date.now() + shiftMs;
  const payload = Buffer.from(
    JSON.stringify({
      jti: randomUUID(),
      iat,
      exp: iat + LINK_LIFETIME_MS,
      email: 'ada@example.com',
      name: 'Ada Lovelace',
      role: 'owner',
      ...claims,
    }),
  ).toString('base64url');
  return `${payload}.${hmac(payload, key).digest('base64url')}`;
}

/** @returns the authorization header of a call that the portal signs. */
export function signFor(purpose: string, key: string = SIGN_IN_KEY): Record<string, string> {
  return { authorization: `Bearer ${hmac(purpose, key).digest('hex')}` };
}

/** @returns the headers of a replay. */
export function replayHeaders(id: string, key: string = SIGN_IN_KEY): Record<string, string> {
  const proof = hmac(`replay:${id}`, key).digest('hex');
  return { 'weft-request-id': id, 'weft-held-id': id, 'weft-replay': proof };
}

/** Calls that the portal, browsers and webhook senders make to a workspace. */
export class Workspace {
  #process: TestedProcess | undefined;

  constructor(process?: TestedProcess) {
    this.#process = process;
  }

  get process(): TestedProcess {
    if (!this.#process) throw new Error('the process did not start');
    return this.#process;
  }

  set process(process: TestedProcess) {
    this.#process = process;
  }

  /** Sends a request; opens the gate and retries if the gate is closed, as the portal does. */
  async get(path: string, init: RequestInit = {}): Promise<Response> {
    const answer = await this.ask(path, init);
    if (answer.headers.get('weft-refused') !== 'gate-closed') return answer;
    await answer.body?.cancel();
    await this.setGate([]);
    return this.ask(path, init);
  }

  /** Sends a request without opening the gate. */
  ask(path: string, init: RequestInit = {}): Promise<Response> {
    return fetch(this.process.baseUrl + path, { redirect: 'manual', ...init });
  }

  async setGate(closed: 'all' | readonly string[]): Promise<void> {
    const body = JSON.stringify({ closed });
    const headers = signFor(`gate:${digestBody(body)}`);
    const { status } = await this.ask('/weft/gate', { method: 'PUT', headers, body });
    if (status !== 204) throw new Error(`the gate answered ${status}`);
  }

  /** Replays a held request as the portal does. */
  replay(path: string, id: string, { key = SIGN_IN_KEY, method = 'POST' } = {}): Promise<Response> {
    return this.ask(path, { method, headers: replayHeaders(id, key) });
  }

  post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
    return this.send('POST', path, body, headers);
  }

  send(method: string, path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
    const all = { 'content-type': 'application/json', ...headers };
    return this.get(path, { method, headers: all, body: JSON.stringify(body) });
  }

  /** Opens a sign-in link. */
  open(token: string): Promise<Response> {
    return this.get(`/weft/sign-in?token=${encodeURIComponent(token)}`);
  }

  /** Signs a person in. @returns their cookie, as a header value. */
  async signIn(claims: Claims = {}): Promise<string> {
    const answer = await this.open(signInToken(claims));
    const cookie = cookieOf(answer);
    if (answer.status !== 302 || !cookie) throw new Error(`no sign-in: ${answer.status}`);
    return cookie;
  }

  /** Whether a cookie has a session: a request that needs one answers 200 or 401. */
  async isSignedIn(cookie: string): Promise<boolean> {
    const { status } = await this.get('/cloud/limits', { headers: { cookie } });
    if (status !== 200 && status !== 401) throw new Error(`the limits answered ${status}`);
    return status === 200;
  }

  /** @returns the person as n8n's editor requests them. */
  async me(cookie: string): Promise<{ email: string; role: string }> {
    const answer = await this.get('/rest/login', { headers: { cookie } });
    if (answer.status !== 200) throw new Error(`no one is signed in: ${answer.status}`);
    return ((await answer.json()) as { data: { email: string; role: string } }).data;
  }

  /** Reads one of the portal's routes. @throws Error for another status than 200. */
  async #read(purpose: string, query = ''): Promise<Response> {
    const answer = await this.get(`/weft/${purpose}${query}`, { headers: signFor(purpose) });
    if (answer.status !== 200) throw new Error(`${purpose}${query} answered ${answer.status}`);
    return answer;
  }

  /** @returns the data of one of the portal's routes. */
  async readData<Data>(purpose: string, query?: string): Promise<Data> {
    return ((await (await this.#read(purpose, query)).json()) as { data: Data }).data;
  }

  usage(): Promise<Usage> {
    return this.readData('usage');
  }

  async exportWorkflows(): Promise<string> {
    return (await this.#read('export')).text();
  }

  /** @returns the ids of all workflows, sorted. */
  async workflowIds(): Promise<string[]> {
    const exported = JSON.parse(await this.exportWorkflows()) as Array<{ id: string }>;
    return exported.map(({ id }) => id).sort();
  }

  /** @returns what this version cannot run. */
  check(): Promise<VersionCheck> {
    return this.readData('check');
  }

  /** @returns a new key of n8n's public API. */
  async createApiKey(cookie: string, scopes: readonly string[]): Promise<string> {
    const key = { label: `Contract ${randomUUID().slice(0, 8)}`, scopes, expiresAt: null };
    const answer = await this.post('/rest/api-keys', key, { cookie });
    if (answer.status !== 200) throw new Error(`no key: ${answer.status}`);
    return ((await answer.json()) as { data: { rawApiKey: string } }).data.rawApiKey;
  }

  /** Creates a workflow as n8n's editor does. */
  async createWorkflow(fields: object, cookie: string): Promise<CreatedWorkflow> {
    const answer = await this.post('/rest/workflows', fields, { cookie });
    const body = await answer.text();
    if (answer.status !== 200) throw new Error(`no workflow: ${answer.status} ${body}`);
    return (JSON.parse(body) as { data: CreatedWorkflow }).data;
  }

  /** Starts a workflow by its manual trigger. */
  runManually(id: string, cookie: string): Promise<Response> {
    const body = { triggerToStartFrom: { name: 'Start' } };
    return this.post(`/rest/workflows/${id}/run`, body, { cookie });
  }

  /** Posts a body with a signature over exactly that body. */
  postSigned(
    name: 'people' | 'import' | 'export-credentials' | 'import-credentials',
    body: string,
  ): Promise<Response> {
    const headers = { 'content-type': 'application/json', ...signFor(`${name}:${digestBody(body)}`) };
    return this.get(`/weft/${name}`, { method: 'POST', headers, body });
  }

  async import(workflows: readonly unknown[]): Promise<void> {
    const answer = await this.postSigned('import', JSON.stringify(workflows));
    if (answer.status !== 204)
      throw new Error(`the import answered ${answer.status}: ${await answer.text()}`);
  }

  /** @param at the portal's time; undefined as from an earlier portal. */
  async signOut(email: string, at?: number): Promise<number> {
    const { status } = await this.post('/weft/sign-out', { email, at }, signFor(`sign-out:${email}`));
    return status;
  }

  /** @param at the portal's time; undefined as from an earlier portal. */
  async setPerson(email: string, role: string | null, at?: number): Promise<number> {
    return (await this.postSigned('people', JSON.stringify({ email, role, at }))).status;
  }
}

/** @returns n8n's session cookie of a response, as a request header value; undefined without one. */
export function cookieOf(answer: Response): string | undefined {
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0] ?? '');
  return cookies.find((cookie) => /^n8n-auth=./.test(cookie));
}
