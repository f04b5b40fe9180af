import { jsonReply, type Reply } from '#sandbox/server/reply.ts';
import type { Route, RouteRequest } from '#sandbox/server/router.ts';
import type { RuntimeConfig } from './config.ts';
import type { Executions } from './executions.ts';
import type { Gate } from './gate.ts';
import type { KnownLimits } from './known-limits.ts';
import { knownWebhooks, ledgerRoute } from './known-webhooks.ts';
import { runTrigger } from './run-trigger.ts';
import type { Workflows } from './workflows.ts';

type Dependencies = {
  config: RuntimeConfig;
  workflows: Workflows;
  executions: Executions;
  limits: KnownLimits;
  gate: Gate;
  /** Ends the workspace without an answer. */
  die: () => void;
};

/** @param methods of the path's webhooks. */
function refuseUnregistered(method: string, path: string, methods: readonly string[] = []): Reply {
  const named = [methods.slice(0, -1).join(', '), ...methods.slice(-1)].filter(Boolean).join(' or ');
  const message = named
    ? `This webhook is not registered for ${method} requests. Did you mean to make a ${named} request?`
    : `The requested webhook "${method} ${path}" is not registered.`;
  return jsonReply(404, { code: 404, message });
}

async function callWebhook(request: RouteRequest, dependencies: Dependencies): Promise<Reply> {
  const { method, url, headers } = request;
  const path = request.param('*');
  const found = dependencies.workflows.webhookAt(method, path);
  if (!found) return refuseUnregistered(method, path, dependencies.workflows.methodsAt(path));
  const { workflow, webhook } = found;
  const body = await request.text();
  const query = Object.fromEntries(url.searchParams);
  // Like n8n: immediately, or with the data of the last node, which is the webhook itself.
  const answersAtOnce = (webhook.responseMode ?? 'onReceived') === 'onReceived';
  const answer = answersAtOnce ? { message: 'Workflow was started' } : { headers, params: {}, query, body };
  return runTrigger(dependencies, { workflow, trigger: 'webhook' }, () => jsonReply(200, answer));
}

/** Webhooks of active workflows, open to anyone, and some that always exist; one of them is hostile to the portal. */
export function webhookRoutes(dependencies: Dependencies): Route[] {
  const { gate } = dependencies;
  return [
    ...heldRoutes(dependencies).map(({ handle, ...route }) => ({
      ...route,
      handle: gate.guard(async (request) => handle(request)),
    })),
    ledgerRoute(dependencies.config.dataDir),
    // There is no editor that listens.
    {
      method: '*',
      path: '/webhook-test/*',
      handle: (request) => refuseUnregistered(request.method, request.param('*')),
    },
  ];
}

/** The routes behind the gate. */
function heldRoutes(dependencies: Dependencies): Route[] {
  return [
    {
      method: '*',
      path: '/webhook/echo',
      handle: async (request) =>
        jsonReply(200, {
          method: request.method,
          path: request.url.pathname,
          query: Object.fromEntries(request.url.searchParams),
          headers: request.headers,
          body: await request.text(),
        }),
    },
    {
      method: 'GET',
      path: '/webhook/hostile',
      handle: () =>
        jsonReply(
          200,
          { message: 'tried to plant cookies' },
          {
            'set-cookie': [
              'token=evil; Domain=localhost; Path=/',
              '__Host-token=evil; Path=/; Secure',
              'mine=1; Path=/',
            ],
          },
        ),
    },
    ...knownWebhooks({ ...dependencies, dataDir: dependencies.config.dataDir }),
    { method: '*', path: '/webhook/*', handle: (request) => callWebhook(request, dependencies) },
    // n8n has no webhooks at longer addresses. It answers bots 204 wherever it has none.
    {
      method: '*',
      path: '/webhook-waiting/:execution/:suffix/*',
      handle: ({ method, param, headers }) =>
        /bot/i.test(headers['user-agent'] ?? '')
          ? { status: 204 }
          : refuseUnregistered(method, param('execution')),
    },
    // Nothing waits, and there are no forms.
    ...['/webhook-waiting/*', '/form/*'].map((path) => ({
      method: '*',
      path,
      handle: (request: RouteRequest) => refuseUnregistered(request.method, request.param('*')),
    })),
  ];
}
