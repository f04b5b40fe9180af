import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { verifyCloudCredential } from '#app/crypto/cloud-credential.ts';
import type { KeyRing } from '#app/crypto/key-ring.ts';
import { verifyLoginCodeToken } from '#app/crypto/login-code-token.ts';
import { MASTER_KEY, WORKSPACE, WORKSPACE_ID } from './environment.ts';

/** A call that the portal received; `at` is this machine's clock, UTC ms. */
interface PortalCall {
  path: string;
  at: number;
  status: number;
}

/** The portal's response: status and body. */
type Answer = [status: number, body: object];

const masterKeys: KeyRing = [{ version: 1, secret: MASTER_KEY }];
const refused: Answer = [401, { code: 'signature_invalid' }];
const forbidden: Answer = [403, { code: 'forbidden' }];

/** Plays the portal for a workspace; verifies every credential with the portal's own code. */
export class PortalStandIn implements AsyncDisposable {
  readonly calls: PortalCall[] = [];
  /** Members by e-mail in lower case. */
  readonly members = new Map([['ada@example.com', 'owner']]);
  limit = 1_000;
  /** The plan's limit of active workflows. */
  activeWorkflows = 5;
  /** How far the portal's clock is ahead of this machine's. */
  clockOffsetMs = 0;
  /** While true, the portal accepts calls and never answers them. */
  isSilent = false;
  readonly #used = new Set<string>();
  readonly #server = createServer((request, response) => {
    this.#answer(request, response).catch((error: unknown) => response.destroy(error as Error));
  });

  static async start(): Promise<PortalStandIn> {
    const portal = new PortalStandIn();
    await portal.listen();
    return portal;
  }

  async listen(): Promise<void> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  get url(): string {
    const address = this.#server.address();
    if (typeof address !== 'object' || address === null) throw new Error('the portal does not listen');
    return `http://127.0.0.1:${address.port}`;
  }

  callsOf(path: string): PortalCall[] {
    return this.calls.filter((call) => call.path === path);
  }

  /** The response data of `GET /api/cloud/plan`. */
  plan() {
    return {
      planId: 1,
      monthlyExecutionsLimit: this.limit,
      activeWorkflowsLimit: this.activeWorkflows,
      credentialsLimit: -1,
      isActive: true,
      displayName: 'Trial',
      expirationDate: '2026-12-05T02:13:20.000Z',
      metadata: { version: 'v1', group: 'trial', slug: 'trial-1', trial: { length: 14, gracePeriod: 3 } },
      userIsTrialing: true,
      bannerConfig: {
        timeLeft: { text: '14 days left in your trial.' },
        showExecutions: true,
        dismissible: true,
        cta: {
          text: 'Upgrade',
          icon: 'zap',
          size: 'small',
          style: 'success',
          href: `${this.url}/account/change-plan`,
        },
      },
    };
  }

  person(email: string) {
    const role = this.members.get(email.toLowerCase());
    return role && { confirmed: true, username: 'ada', email, role, information: {} };
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? '').split('?', 1)[0] ?? '';
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    if (this.isSilent) {
      this.calls.push({ path, at: Date.now(), status: 0 });
      return;
    }
    const bearer = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    const route = `${request.method} ${path}`;
    const [status, body] = await this.#decide(route, bearer, Buffer.concat(chunks).toString('utf8'));
    this.calls.push({ path, at: Date.now(), status });
    response.setHeader('Date', new Date(this.#now).toUTCString());
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  }

  async #decide(route: string, bearer: string, body: string): Promise<Answer> {
    switch (route) {
      case 'GET /api/cloud/plan': {
        const caller = await this.#caller('cloud', bearer);
        return caller ? [200, { data: this.plan() }] : refused;
      }
      case 'GET /api/cloud/user': {
        const caller = await this.#caller('cloud-user', bearer);
        if (!caller || !this.#isFirstUse(bearer)) return refused;
        const data = this.person(caller.email ?? '');
        return data ? [200, { data }] : forbidden;
      }
      case 'POST /api/workspace/login-code': {
        const { token } = JSON.parse(body) as { token: string };
        const idOf = async (name: string) => (name === WORKSPACE ? WORKSPACE_ID : null);
        const caller = await verifyLoginCodeToken(masterKeys, token, { now: this.#now, idOf });
        if (!caller) return refused;
        return this.person(caller.email) ? [200, { code: codeFor(caller.email) }] : forbidden;
      }
      default:
        return [404, { code: 'not_found' }];
    }
  }

  #caller(purpose: 'cloud' | 'cloud-user', bearer: string) {
    return verifyCloudCredential(masterKeys, bearer, { purpose, now: this.#now });
  }

  #isFirstUse(credential: string): boolean {
    const isFirst = !this.#used.has(credential);
    this.#used.add(credential);
    return isFirst;
  }

  get #now(): number {
    return Date.now() + this.clockOffsetMs;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }
}

/** The login code that the portal issues for a person; contains characters that URLs must escape. */
export function codeFor(email: string): string {
  return `a/code+1&of=${email}`;
}
