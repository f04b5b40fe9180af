import { createHash } from 'node:crypto';
import { BodyError, isForm, parseForm, parseJson } from '#sandbox/server/body.ts';
import type { Html } from '#sandbox/server/html.ts';
import { json, page, type Reply, seeOther, text } from '#sandbox/server/reply.ts';
import type { Route, RouteRequest } from '#sandbox/server/router.ts';
import { bearerToken } from '#sandbox/server/secrets.ts';
import { adminPanelUrl } from './admin-panel.ts';
import type { Cloud } from './cloud.ts';
import { cloudRoutes } from './cloud-routes.ts';
import type { RuntimeConfig } from './config.ts';
import { formsToPortal, signedOutPage, templatePage, workspacePage } from './pages.ts';
import type { Person, Sessions } from './sessions.ts';
import { localPath, verifySignedCall, verifySignInToken } from './sign-in.ts';
import { webhookRoutes } from './webhooks.ts';
import { isImportable, type Workflows } from './workflows.ts';

type Dependencies = {
  config: RuntimeConfig;
  sessions: Sessions;
  workflows: Workflows;
  cloud: Cloud;
  now: () => number;
  startedAt: number;
};

const maxNameLength = 128;
const maxEmailLength = 254;

function sessionCookie(token: string, request: RouteRequest): string {
  const secure = request.headers['x-forwarded-proto'] === 'https' ? '; Secure' : '';
  return `n8n-auth=${token}; Path=/; HttpOnly; SameSite=Lax${secure}`;
}

/** Another workspace is the same site to a browser, so SameSite alone does not keep its pages from posting here. */
function isForeign(request: RouteRequest): boolean {
  const site = request.headers['sec-fetch-site'];
  return site !== undefined && site !== 'same-origin' && site !== 'none';
}

function newWorkflowFields(request: RouteRequest, body: string, count: number) {
  const given = isForm(request.headers['content-type']) ? parseForm(body) : parseJson(body || '{}');
  const fields: { name?: unknown; active?: unknown } =
    typeof given === 'object' && given !== null ? given : {};
  const name = typeof fields.name === 'string' ? fields.name.trim() : '';
  return {
    name: (name || `My workflow ${count + 1}`).slice(0, maxNameLength),
    active: fields.active !== false && fields.active !== 'false',
  };
}

function* asJsonArray(items: Iterable<unknown>): Iterable<string> {
  let separator = '[';
  for (const item of items) {
    yield separator + JSON.stringify(item);
    separator = ',\n';
  }
  yield separator === '[' ? '[]' : ']';
}

function signIn(request: RouteRequest, { config, sessions, now }: Dependencies): Reply {
  const token = request.url.searchParams.get('token') ?? '';
  const link = verifySignInToken(token, config.signInKey, now());
  const session = link && sessions.begin(link, now());
  if (!link || !session)
    return page(
      401,
      signedOutPage(
        config,
        'This sign-in link is used, expired or not valid. Open the workspace again from Weft Cloud.',
      ),
    );
  return {
    status: 302,
    headers: {
      location: localPath(link.path),
      'set-cookie': sessionCookie(session, request),
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    },
  };
}

function signed(purpose: string, config: RuntimeConfig, answer: () => Reply) {
  return (request: RouteRequest): Reply =>
    verifySignedCall(bearerToken(request.headers.authorization), purpose, config.signInKey)
      ? answer()
      : json(401, { message: 'Unauthorized' });
}

async function signOut(request: RouteRequest, { config, sessions, now }: Dependencies): Promise<Reply> {
  const bearer = bearerToken(request.headers.authorization);
  const given = parseJson(await request.text());
  const email = typeof given === 'object' && given !== null && 'email' in given ? given.email : undefined;
  if (typeof email !== 'string' || email === '' || email.length > maxEmailLength)
    throw new BodyError(400, 'There is no e-mail address.');
  if (!verifySignedCall(bearer, `sign-out:${email}`, config.signInKey))
    return json(401, { message: 'Unauthorized' });
  sessions.signOut(email, now());
  return { status: 204 };
}

async function importWorkflows(request: RouteRequest, { config, workflows }: Dependencies): Promise<Reply> {
  const body = await request.text();
  const digest = createHash('sha256').update(body).digest('hex');
  if (!verifySignedCall(bearerToken(request.headers.authorization), `import:${digest}`, config.signInKey))
    return json(401, { message: 'Unauthorized' });
  const given = parseJson(body);
  if (!Array.isArray(given) || !given.every(isImportable))
    throw new BodyError(400, 'This is no list of workflows.');
  workflows.import(given);
  return { status: 204 };
}

/** The routes of the stand-in: those of n8n that the product uses, and those its hook file adds to n8n. */
export function runtimeRoutes(dependencies: Dependencies): Route[] {
  const { config, sessions, workflows, cloud, now, startedAt } = dependencies;
  const personOf = (request: RouteRequest) => sessions.find(request.headers.cookie);

  const forPeople = (act: (request: RouteRequest, person: Person) => Reply | Promise<Reply>) => {
    return (request: RouteRequest): Reply | Promise<Reply> => {
      const person = personOf(request);
      if (!person) return json(401, { message: 'Unauthorized' });
      if (isForeign(request)) return json(403, { message: 'This request came from another page.' });
      return act(request, person);
    };
  };
  const show =
    (document: (person: Person, request: RouteRequest) => Html | Promise<Html>) =>
    async (request: RouteRequest) => {
      const person = personOf(request);
      return person
        ? page(200, await document(person, request), { 'content-security-policy': formsToPortal(config) })
        : page(
            401,
            signedOutPage(config, 'You are not signed in here. Open this workspace from Weft Cloud.'),
          );
    };

  const operation: Route[] = [
    { method: 'GET', path: '/healthz', handle: () => json(200, { status: 'ok' }) },
    {
      method: 'GET',
      path: '/healthz/readiness',
      handle: () =>
        now() - startedAt >= config.migrationMs
          ? json(200, { status: 'ok' })
          : json(503, { status: 'error' }),
    },
    {
      method: 'GET',
      path: '/weft/usage',
      handle: signed('usage', config, () => json(200, { data: workflows.usage(now()) })),
    },
    {
      method: 'GET',
      path: '/weft/export',
      handle: signed('export', config, () => ({
        status: 200,
        headers: { 'content-type': 'application/json; charset=utf-8' },
        body: asJsonArray(workflows.list()),
      })),
    },
  ];
  const people: Route[] = [
    {
      method: 'GET',
      path: '/',
      handle: show(async (person) => {
        const planUse = await cloud.planUse();
        const usage = workflows.usage(now());
        return workspacePage(config, person, { workflows: workflows.list(), usage, planUse });
      }),
    },
    ...['/templates/:id/setup', '/workflows/templates/:id'].map((path) => ({
      method: 'GET',
      path,
      handle: show((_person, request) => templatePage(config, request.param('id'), '../../')),
    })),
    { method: 'GET', path: '/weft/sign-in', handle: (request) => signIn(request, dependencies) },
    { method: 'POST', path: '/weft/import', handle: (request) => importWorkflows(request, dependencies) },
    { method: 'POST', path: '/weft/sign-out', handle: (request) => signOut(request, dependencies) },
    {
      method: 'POST',
      path: '/weft/admin-panel',
      handle: forPeople(async (_request, person) =>
        seeOther(await adminPanelUrl(config, person, now()), {
          'cache-control': 'no-store',
          'referrer-policy': 'no-referrer',
        }),
      ),
    },
    {
      method: 'POST',
      path: '/rest/workflows',
      handle: forPeople(async (request) => {
        const { name, active } = newWorkflowFields(request, await request.text(), workflows.list().length);
        const workflow = workflows.create(name, active, now());
        return isForm(request.headers['content-type']) ? seeOther('../') : json(200, { data: workflow });
      }),
    },
    {
      method: 'POST',
      path: '/rest/workflows/:id/run',
      handle: forPeople((request) => {
        const execution = workflows.run(request.param('id'), now());
        if (!execution) return json(404, { message: 'There is no such workflow.' });
        return isForm(request.headers['content-type'])
          ? seeOther('../../../')
          : json(200, { data: { executionId: execution.id } });
      }),
    },
    {
      method: 'GET',
      path: '/rest/push',
      handle: () => text(426, 'Upgrade Required', { upgrade: 'websocket' }),
    },
    ...cloudRoutes({ config, cloud, now }, forPeople),
    ...webhookRoutes(),
  ];
  if (config.purpose === 'serve') return [...operation, ...people];
  // It runs for its export alone: nobody gets in and nothing is executed.
  const refused = () => json(503, { message: 'This workspace is being backed up.' });
  return [...operation, ...people.map((route) => ({ ...route, handle: refused }))];
}
