import { mkdirSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { openAnsweredRequests } from './answered-requests.ts';
import { checkHandler } from './check.ts';
import { cloudHandlers } from './cloud.ts';
import { BadEnvironment, readHookConfig } from './config.ts';
import { refuseDowngrade } from './downgrade.ts';
import { editorScript } from './editor.ts';
import { cancelUnanswered, endStopped } from './enqueued.ts';
import { createExecutions, type EndedRun, type StartingWorkflow } from './executions.ts';
import { createGate } from './gate.ts';
import { openHeartbeat } from './heartbeat.ts';
import { type Routes, routesLayer, sendUnread } from './http.ts';
import { openInternals, UnknownN8n } from './n8n/internals.ts';
import { n8nOf } from './n8n/known.ts';
import { type N8nServer, putFirst } from './n8n/n8n.ts';
import { createPeople } from './people.ts';
import { createPlanLimits } from './plan-limits.ts';
import { createPortal } from './portal.ts';
import { refusePortalOwned } from './portal-owned.ts';
import { createPublications } from './publications.ts';
import { setPerson, signIn, signOut } from './sign-in.ts';
import { openState } from './state.ts';
import { beforeStop } from './stop.ts';
import { transferHandlers } from './transfer.ts';
import { usageHandlers } from './usage.ts';
import { creationRefusal } from './workflow.ts';

/** `EX_CONFIG` of sysexits.h: a restart without a change fails again. */
const BAD_CONFIGURATION = 78;
const TICK_MS = 1_000;
const HEARTBEAT_MS = 5_000;

const clock = { now: () => Date.now() };
const report = (error: unknown) => console.error('weft:', error);

/** The hook file of n8n: https://docs.n8n.io/embed/configuration/#backend-hooks */
function createHooks() {
  const config = readHookConfig(process.env);
  const internals = openInternals(process.argv[1]);
  const n8n = n8nOf(internals);
  mkdirSync(config.dataFolder, { recursive: true });
  const state = openState(join(config.dataFolder, 'weft.sqlite'));
  // Not in n8n's stop hook: executions end after that hook, and must be written.
  process.once('exit', () => state.close());
  if (config.counted) state.executions.raise(config.counted);
  refuseDowngrade(state, internals.version);
  const portal = createPortal(config, clock);
  const people = createPeople(n8n, state);
  const limits = createPlanLimits({ state, portal, clock, report });
  const executions = createExecutions({ state, limits, clock, report });
  const { listActive, aroundPublications } = n8n.workflows;
  const publications = createPublications({ limits, listActive, portalUrl: config.portalUrl });
  aroundPublications(publications.around);
  const readUsage = async () => executions.usage((await listActive()).length);
  const ports = { config, state, n8n, people, clock, portal, readUsage, report };
  const transfer = transferHandlers(ports);
  const usage = usageHandlers(ports);
  const cloud = cloudHandlers(ports);
  const gate = createGate(config, openAnsweredRequests(join(config.dataFolder, 'answered.sqlite'), report));
  const heartbeat = openHeartbeat(join(config.dataFolder, 'alive'), ports);
  const isServing = config.purpose === 'serve';
  if (isServing) n8n.executions.observeStops((execution) => endStopped(executions, execution));
  else n8n.disableExecutions();
  const always: Routes = {
    '/weft/usage': { GET: usage.usage },
    '/weft/usage-days': { GET: usage.days },
    '/weft/executions': { GET: usage.rows },
    '/weft/export': { GET: transfer.export },
    '/weft/check': { GET: checkHandler(ports) },
    '/weft/editor.js': { GET: editorScript(config) },
  };
  const importing: Routes = { '/weft/import': { POST: transfer.import } };
  const serving: Routes = {
    ...importing,
    '/weft/export-credentials': { POST: transfer.exportCredentials },
    '/weft/import-credentials': { POST: transfer.importCredentials },
    '/weft/sign-in': { GET: signIn(ports) },
    '/weft/sign-out': { POST: signOut(ports) },
    '/weft/gate': { PUT: gate.set },
    '/weft/people': { POST: setPerson(ports) },
    '/weft/admin-panel': { POST: cloud.adminPanel },
    '/rest/admin/cloud-plan': { GET: cloud.plan },
    '/cloud/limits': { GET: cloud.limits },
    '/rest/cloud/proxy/user/me': { GET: cloud.user },
    '/rest/cloud/proxy/login/code': { GET: cloud.loginCode },
    '/rest/cloud/proxy/upgrade-offer': { POST: cloud.acceptEvent },
    '/rest/cloud/proxy/user/event': { POST: cloud.acceptEvent },
    '/rest/cloud/proxy/user/resend-confirmation-email': { POST: cloud.acceptEvent },
  };
  // A rehearsal imports the workspace's workflows into its copy; a final backup changes nothing.
  const ofPurpose = { serve: serving, rehearsal: importing, backup: {} };
  const routes = { ...always, ...ofPurpose[config.purpose] };

  return {
    n8n: {
      ready: [
        async (server: N8nServer) => {
          // Each layer goes to the front, so the last one runs first.
          putFirst(server, isServing ? executions.refuseAtLimit : onlyForPortal);
          if (isServing) putFirst(server, gate.layer);
          putFirst(server, refusePortalOwned);
          putFirst(server, routesLayer(routes, report));
          if (!isServing) return;
          await cancelUnanswered({ n8n, executions, heartbeat, report });
          heartbeat.beat();
          setInterval(heartbeat.beat, HEARTBEAT_MS).unref();
          setInterval(executions.tick, TICK_MS).unref();
          beforeStop(gate.stop);
        },
      ],
    },
    frontend: {
      settings: [
        async (settings: { n8nMetadata?: object }) => {
          // Without this setting, the editor reads no plan.
          settings.n8nMetadata = { ...settings.n8nMetadata, userId: config.workspaceId };
        },
      ],
    },
    workflow: {
      create: [
        async ({ id }: { id?: string }) => {
          const refusal = creationRefusal(id);
          if (refusal) throw n8n.badRequest(refusal);
        },
      ],
      activate: [() => publications.admit()],
      preExecute: [
        async (workflow: StartingWorkflow, mode: string, _context: unknown, source?: string) => {
          if (!isServing) throw new Error('This workspace executes nothing at the moment.');
          executions.begin(workflow, mode, source);
        },
      ],
      postExecute: [
        async (run: EndedRun | undefined, workflow: StartingWorkflow, executionId: string) => {
          if (isServing && run) executions.end(run, workflow, executionId);
        },
      ],
    },
  };
}

function hooksOrExit(): ReturnType<typeof createHooks> {
  try {
    return createHooks();
  } catch (error) {
    const isExpected = error instanceof BadEnvironment || error instanceof UnknownN8n;
    console.error(isExpected ? error.message : error);
    process.exit(BAD_CONFIGURATION);
  }
}

/** n8n's own keys: resource and operation. */
export const { n8n, frontend, workflow } = hooksOrExit();

/**
 * A layer for a process that serves no people: it runs a final backup, or tries an update on a copy. Only the probes and the
 * routes before the layer answer.
 */
function onlyForPortal(request: IncomingMessage, response: ServerResponse): void {
  response.setHeader('Retry-After', '60');
  sendUnread(request, response, 503, { message: 'This workspace serves no one at the moment.' });
}
