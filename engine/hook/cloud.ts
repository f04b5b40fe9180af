import type { IncomingMessage } from 'node:http';
import type { HookConfig } from './config.ts';
import type { Usage } from './executions.ts';
import { type Handler, isForeign, Refusal, redirect, sendJson } from './http.ts';
import type { N8n, N8nUser } from './n8n/n8n.ts';
import { type Portal, PortalRefusal } from './portal.ts';

interface Ports {
  config: HookConfig;
  n8n: N8n;
  portal: Portal;
  readUsage(): Promise<Usage>;
  report(error: unknown): void;
}

/** The calls of n8n's editor to its cloud, for the signed-in person, and the link to the portal. */
export function cloudHandlers({ config, n8n, portal, readUsage, report }: Ports) {
  const personOf = async (request: IncomingMessage): Promise<N8nUser> => {
    const person = await n8n.personOf(request);
    if (!person) throw new Refusal(401, 'Unauthorized');
    if (isForeign(request, config.ownOrigin)) throw new Refusal(403, 'This request came from another page.');
    return person;
  };
  /** The editor takes these bare, without the `data` that n8n's own answers have around them. */
  const forPerson =
    (ask: (person: N8nUser) => Promise<unknown>): Handler =>
    async (request, response) => {
      const person = await personOf(request);
      try {
        sendJson(response, 200, await ask(person));
      } catch (error) {
        report(error);
        // n8n does not treat data that the portal lacks as a failure.
        const isNothing = error instanceof PortalRefusal && error.status === 404;
        throw isNothing
          ? new Refusal(404, 'There is nothing yet.')
          : new Refusal(502, 'Weft Cloud did not answer.');
      }
    };
  const acceptEvent: Handler = async (request, response) => {
    await personOf(request);
    // Drained and dropped: the portal has no use for n8n's telemetry.
    request.resume();
    sendJson(response, 200, {});
  };

  return {
    plan: forPerson(() => portal.plan()),
    limits: forPerson(readUsage),
    user: forPerson(({ email }) => portal.user(email)),
    loginCode: forPerson(async ({ email }) => ({ code: await portal.loginCode(email) })),
    acceptEvent,

    /** `POST /weft/admin-panel`: redirects to the portal, with a login code if the portal gives one. */
    adminPanel: (async (request, response) => {
      const person = await personOf(request);
      const address = new URL('/login', config.portalUrl);
      try {
        address.searchParams.set('code', await portal.loginCode(person.email));
      } catch (error) {
        report(error);
      }
      address.searchParams.set('returnPath', '/dashboard');
      redirect(response, 303, address.href);
    }) satisfies Handler,
  };
}
