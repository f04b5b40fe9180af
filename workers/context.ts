import { newId, newToken } from '#app/crypto/secrets.ts';
import { PAGE_RELOAD } from '#app/domain/access/page-viewer.ts';
import { once } from '#app/domain/once.ts';
import { systemClock } from '#app/domain/time/clock.ts';
import type { RequestContext } from '#app/http/load-context.ts';
import { r2AuditLog } from '#app/integrations/audit-log/r2-audit-log.ts';
import { reportError } from '#app/integrations/errors/report-error.ts';
import { kubernetesInventory } from '#app/integrations/kubernetes/inventory.ts';
import { systemOutbound } from '#app/integrations/outbound/system-outbound.ts';
import { deliverOutbox } from '#app/use-cases/outbox/deliver-outbox.ts';
import { createPasswords } from '#app/use-cases/passwords.ts';
import { passkeySignInOptions } from '#app/use-cases/second-factor/sign-in-by-passkey.ts';
import type { Services } from '#app/use-cases/services.ts';
import { openDatabase } from '#db/client.ts';
import { billingStore } from '#db/queries/billing.ts';
import { sealedRows } from '#db/queries/sealed-rows.ts';
import { workspaceKeyStore } from '#db/queries/workspace-keys.ts';
import { besideViewer } from '#db/read.ts';
import { secondFactorColumns } from '#db/sealed-columns.ts';
import { openStores } from '#db/stores.ts';
import { adaptersOf } from './adapters.ts';
import { clientOf, dataCenterOf } from './client-of.ts';
import { configOf } from './config-of.ts';
import { createDeliverers } from './deliver-within-limit.ts';
import { createEarlyCall } from './early-call.ts';
import type { Env } from './env.ts';
import { workspaceStub } from './instances.ts';
import { withLoggedFailures } from './log-refusal.ts';
import { remoteDeriveKey } from './password-hasher.ts';
import { readAsset } from './read-asset.ts';
import { type Beside, readViewer } from './read-viewer.ts';

/** The resources that a request used outside the Worker; sent in `Server-Timing`. */
export interface RequestMetrics {
  roundTrips: number;
  objectCalls: number;
  /** Statements and batches that changed the database, or tried to. */
  writes: number;
}

const noMetrics = (): RequestMetrics => ({ roundTrips: 0, objectCalls: 0, writes: 0 });

const deliverWithinLimit = createDeliverers(systemClock);

/**
 * Composes the use cases' dependencies.
 * @param placeOfHashes the data center whose object hashes passwords.
 */
export function composeServices(
  env: Env,
  metrics = noMetrics(),
  placeOfHashes: () => string | undefined = () => undefined,
): Services {
  const config = configOf(env);
  const db = openDatabase(config.database, metrics, () => {
    metrics.writes += 1;
  });
  return {
    ...openStores(db),
    ...adaptersOf(env).services,
    passwords: createPasswords(config.passwordHashCost, remoteDeriveKey(env, placeOfHashes)),
    workspaceObject: (workspaceId) => {
      metrics.objectCalls += 1;
      return workspaceStub(env, workspaceId);
    },
  };
}

/** Composes the cron's dependencies: the use cases' services, cluster inventories, key stores, and copies of audit rows. */
export function composeScheduledWork(env: Env) {
  const services = composeServices(env);
  const config = configOf(env);
  const outbound = systemOutbound(config);
  const inventories = config.clusters.map((cluster) => kubernetesInventory({ ...cluster, outbound }));
  const db = openDatabase(config.database);
  return {
    ...services,
    masterKeys: config.workspaceMasterKeys,
    workspaceKeys: workspaceKeyStore(db),
    sealedRows: secondFactorColumns.map((column) => sealedRows(db, column, config.secondFactorKeys)),
    inventories,
    auditLog: r2AuditLog(env.AUDIT_LOG),
  };
}

/** Composes the context of a request's loaders, actions and calls. */
export function composeRequest(request: Request, env: Env, execution: ExecutionContext) {
  const config = configOf(env);
  const metrics = noMetrics();
  const services = composeServices(env, metrics, () => dataCenterOf(request));
  const startedAt = systemClock.now();
  const reference = newId('req');
  const client = clientOf(request, env);
  services.humanCheck = withLoggedFailures(services.humanCheck, request, { client, reference });
  const report = (error: unknown) => reportError(error, { reference, url: request.url });

  const read = (asked: Beside) => readViewer(request, env, services, { execution, reference, beside: asked });
  const beside: Beside = {};
  const context: RequestContext = {
    services,
    humanCheck: adaptersOf(env).widget,
    viewer: once(() => read(beside)),
    readBesideViewer(readOf) {
      const { companion, answerFor } = besideViewer(readOf);
      beside.companion = companion;
      return answerFor;
    },
    callBesideViewer(call) {
      const early = createEarlyCall(({ accountId, workspaceId }) =>
        call(services.workspaceObject(workspaceId), accountId),
      );
      beside.early = early;
      return early.answerFor;
    },
    reloadViewer: () => read({}),
    passkeySignIn: once(() => passkeySignInOptions(services)),
    client,
    portal: config.portal,
    paddle: { clientToken: config.paddle.clientToken, scriptUrl: config.paddle.scriptUrl },
    areOperationsDisabled: config.areOperationsDisabled,
    configuredFlags: config.featureFlags,
    analytics: config.analytics,
    sandboxUrl: config.sandbox?.url,
    nonce: newToken(),
    isPost: request.method === 'POST',
    isReload: request.headers.has(PAGE_RELOAD),
    readAsset: (path) => readAsset(env.ASSETS, path),
    startedAt,
    reference,
    reportError: report,
  };
  /** Delivers after each request that wrote: its changes, and triggers of the database, add to the outbox. */
  const deliverChanges = () => {
    if (metrics.writes > 0) deliverAfter(env, execution, report);
  };
  return { context, metrics, deliverChanges };
}

/** Composes the dependencies of a billing webhook. They come in bursts, and a whole context costs more than the work. */
export function composeBillingInbox(request: Request, env: Env, execution: ExecutionContext) {
  const reference = newId('req');
  const report = (error: unknown) => reportError(error, { reference, url: request.url });
  return {
    reference,
    clock: systemClock,
    billing: billingStore(openDatabase(configOf(env).database)),
    reportError: report,
    deliverSoon() {
      // In a burst, unanswered webhooks come first.
      deliverAfter(env, execution, report, 1);
    },
  };
}

/** Delivers without counting in a request's metrics, since another request's deliveries would appear in its answer. */
function deliverAfter(
  env: Env,
  execution: ExecutionContext,
  report: (error: unknown) => void,
  maxConcurrent?: number,
): void {
  const deliver = async () => {
    await deliverOutbox({ ...composeServices(env), reportError: report });
  };
  execution.waitUntil(deliverWithinLimit(deliver, maxConcurrent).catch(report));
}
