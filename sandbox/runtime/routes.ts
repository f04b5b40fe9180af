import { randomUUID } from 'node:crypto';
import { isForm, parseFormBody, parseJson } from '#sandbox/server/body.ts';
import type { Html } from '#sandbox/server/html.ts';
import { jsonReply, pageReply, type Reply, seeOther, text } from '#sandbox/server/reply.ts';
import type { Route, RouteRequest } from '#sandbox/server/router.ts';
import { cloudRoutes } from './cloud-routes.ts';
import type { RuntimeConfig } from './config.ts';
import { credentialRoutes } from './credential-routes.ts';
import type { Credentials } from './credentials.ts';
import type { Executions } from './executions.ts';
import type { Gate } from './gate.ts';
import { forPeople } from './guards.ts';
import type { KnownLimits } from './known-limits.ts';
import { managedRoutes } from './managed-routes.ts';
import { formsToPortal, renderRefusalPage, type ShownPlan, templatePage, workspacePage } from './pages.ts';
import type { Portal } from './portal.ts';
import { importRoute, readingRoutes, writingRoutes } from './portal-routes.ts';
import { publicationRoutes, withinActiveLimit } from './publications.ts';
import { runTrigger } from './run-trigger.ts';
import type { Sessions, SignedInPerson } from './sessions.ts';
import { localPath, verifySignInToken } from './sign-in.ts';
import { webhookRoutes } from './webhooks.ts';
import type { Workflows } from './workflows.ts';

type Dependencies = {
  config: RuntimeConfig;
  sessions: Sessions;
  workflows: Workflows;
  executions: Executions;
  credentials: Credentials;
  portal: Portal;
  limits: KnownLimits;
  gate: Gate;
  now: () => number;
  startedAt: number;
  die: () => void;
};

const maxNameLength = 128;
const toPortalHeaders = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' };

function sessionCookie(token: string, request: RouteRequest): string {
  const secure = request.headers['x-forwarded-proto'] === 'https' ? '; Secure' : '';
  return `n8n-auth=${token}; Path=/; HttpOnly; SameSite=Lax${secure}`;
}

function newWorkflowFields(request: RouteRequest, body: string, count: number) {
  const given = isForm(request.headers['content-type']) ? parseFormBody(body) : parseJson(body || '{}');
  const fields: { name?: unknown; active?: unknown; stepType?: unknown } =
    typeof given === 'object' && given !== null ? given : {};
  const name = typeof fields.name === 'string' ? fields.name.trim() : '';
  return {
    name: (name || `My workflow ${count + 1}`).slice(0, maxNameLength),
    active: fields.active !== false && fields.active !== 'false',
    stepType: typeof fields.stepType === 'string' ? fields.stepType : null,
  };
}

function signIn(request: RouteRequest, { config, sessions, now }: Dependencies): Reply {
  const token = request.url.searchParams.get('token') ?? '';
  const link = verifySignInToken(token, config.signInKey, now());
  const session = link && sessions.begin(link, now());
  if (!link || !session)
    return pageReply(
      401,
      renderRefusalPage(
        config,
        'This sign-in link is used, expired or not valid. Open the workspace again from Weft Cloud.',
      ),
    );
  const headers = { location: localPath(link.path), 'set-cookie': sessionCookie(session, request) };
  return { status: 302, headers: { ...headers, ...toPortalHeaders } };
}

/** The plan for the page, which is shown without it if the portal fails. */
async function shownPlan(portal: Portal): Promise<ShownPlan | undefined> {
  try {
    const { displayName, monthlyExecutionsLimit, activeWorkflowsLimit } = await portal.plan();
    return {
      displayName: String(displayName),
      monthlyExecutionsLimit: Number(monthlyExecutionsLimit),
      activeWorkflowsLimit: Number(activeWorkflowsLimit),
    };
  } catch (error) {
    console.error('no plan:', error instanceof Error ? error.message : error);
    return undefined;
  }
}

/**
 * The address at which a signed-in person enters the portal: with a login code if the portal gives one, otherwise the login
 * form.
 */
async function adminPanelUrl({ config, portal }: Dependencies, { email }: SignedInPerson): Promise<string> {
  const login = `${config.portalUrl}/login`;
  try {
    return `${login}?code=${encodeURIComponent(await portal.loginCode(email))}&returnPath=/dashboard`;
  } catch (error) {
    console.error('no login code:', error instanceof Error ? error.message : error);
    return `${login}?returnPath=/dashboard`;
  }
}

function probes({ config, now, startedAt }: Dependencies): Route[] {
  const isMigrated = () => now() - startedAt >= config.migrationMs;
  const answer = (isGood: boolean) =>
    isGood ? jsonReply(200, { status: 'ok' }) : jsonReply(503, { status: 'error' });
  return [
    { method: 'GET', path: '/healthz', handle: () => answer(true) },
    { method: 'GET', path: '/healthz/readiness', handle: () => answer(isMigrated()) },
  ];
}

function pageRoutes(dependencies: Dependencies): Route[] {
  const { config, sessions, workflows, executions, portal } = dependencies;
  const show = (document: (person: SignedInPerson, request: RouteRequest) => Html | Promise<Html>) => {
    return async (request: RouteRequest) => {
      const person = sessions.find(request.headers.cookie);
      const reason = 'You are not signed in here. Open this workspace from Weft Cloud.';
      return person
        ? pageReply(200, await document(person, request), {
            'content-security-policy': formsToPortal(config),
          })
        : pageReply(401, renderRefusalPage(config, reason));
    };
  };
  return [
    {
      method: 'GET',
      path: '/',
      handle: show(async (person) => {
        const plan = await shownPlan(portal);
        return workspacePage(config, person, {
          workflows: workflows.list(),
          usage: executions.usage(workflows.countActive()),
          plan,
        });
      }),
    },
    ...['/templates/:id/setup', '/workflows/templates/:id'].map((path) => ({
      method: 'GET',
      path,
      handle: show((_person, request) => templatePage(config, request.param('id'), '../../')),
    })),
  ];
}

function editorRoutes(dependencies: Dependencies): Route[] {
  const { sessions, workflows, executions, now } = dependencies;
  const signedIn = forPeople(sessions);
  const noWorkflow = () => jsonReply(404, { message: 'There is no such workflow.' });
  return [
    { method: 'GET', path: '/weft/sign-in', handle: (request) => signIn(request, dependencies) },
    {
      method: 'POST',
      path: '/weft/admin-panel',
      handle: signedIn(async (_request, person) =>
        seeOther(await adminPanelUrl(dependencies, person), toPortalHeaders),
      ),
    },
    {
      method: 'GET',
      path: '/rest/login',
      handle: signedIn((_request, { email, name, role }) =>
        jsonReply(200, {
          data: { email, firstName: name, role: role === 'owner' ? 'global:owner' : 'global:admin' },
        }),
      ),
    },
    {
      method: 'POST',
      path: '/rest/workflows',
      handle: signedIn(async (request) => {
        const fields = newWorkflowFields(request, await request.text(), workflows.list().length);
        const isFromPage = isForm(request.headers['content-type']);
        const create = () => {
          const workflow = workflows.create(fields, now());
          return isFromPage ? seeOther('../') : jsonReply(200, { data: workflow });
        };
        const show = (message: string) => pageReply(400, renderRefusalPage(dependencies.config, message));
        if (!fields.active) return create();
        return withinActiveLimit(dependencies, create, isFromPage ? show : undefined);
      }),
    },
    ...publicationRoutes(dependencies, signedIn),
    {
      // A manual run, which no plan counts.
      method: 'POST',
      path: '/rest/workflows/:id/run',
      handle: signedIn((request) => {
        const workflow = workflows.find(request.param('id'));
        if (!workflow) return noWorkflow();
        executions.note(workflow, 'manual', 'manual');
        return jsonReply(200, { data: { executionId: randomUUID() } });
      }),
    },
    {
      // This process has no schedules: the page's button runs a workflow as a schedule would.
      method: 'POST',
      path: '/rest/workflows/:id/trigger',
      handle: signedIn((request) => {
        const workflow = workflows.find(request.param('id'));
        if (!workflow) return noWorkflow();
        return runTrigger(dependencies, { workflow, trigger: 'schedule' }, () =>
          isForm(request.headers['content-type'])
            ? seeOther('../../../')
            : jsonReply(200, { data: { executionId: randomUUID() } }),
        );
      }),
    },
    {
      method: 'GET',
      path: '/rest/push',
      handle: () => text(426, 'Upgrade Required', { upgrade: 'websocket' }),
    },
  ];
}

/** The routes of the stand-in: the n8n routes that the product uses, and those that its hook file adds to n8n. */
export function runtimeRoutes(dependencies: Dependencies): Route[] {
  const { config, sessions, workflows, executions, credentials, portal, now } = dependencies;
  const readable = [...probes(dependencies), ...readingRoutes(dependencies)];
  const serving = [
    ...pageRoutes(dependencies),
    ...editorRoutes(dependencies),
    importRoute(dependencies),
    ...writingRoutes(dependencies),
    ...credentialRoutes(credentials, forPeople(sessions), now),
    ...cloudRoutes(portal, () => executions.usage(workflows.countActive()), forPeople(sessions)),
    ...managedRoutes(),
    dependencies.gate.route(),
    ...webhookRoutes(dependencies),
  ];
  if (config.purpose === 'serve') return [...readable, ...serving];
  // The process runs only for an export or a rehearsal: no sign-in and no executions.
  const refuse = () => jsonReply(503, { message: 'This workspace serves no one now.' });
  const tried = config.purpose === 'rehearsal' ? [importRoute(dependencies)] : [];
  return [...readable, ...tried, { method: '*', path: '/*', handle: refuse }];
}
