import type { Internals, Need } from '../internals.ts';

/**
 * Everything by which n8n registers triggers, or executes what it has stored, at its start. It calls them after it loads the
 * hook file, and they do nothing else; the wait tracker looks for due executions before that, and starts them later.
 */
export const STARTING_METHODS = [
  { module: '../dist/active-workflow-manager.js', exported: 'ActiveWorkflowManager', method: 'init' },
  {
    module: '../dist/workflows/publication/workflow-publication-outbox-consumer.js',
    exported: 'WorkflowPublicationOutboxConsumer',
    method: 'init',
  },
  {
    module: '../dist/workflows/publication/workflow-publication-reconciler.service.js',
    exported: 'WorkflowPublicationReconciler',
    method: 'init',
  },
  { module: '../dist/wait-tracker.js', exported: 'WaitTracker', method: 'startExecution' },
  {
    module: '../dist/executions/enqueued-execution-recovery.service.js',
    exported: 'EnqueuedExecutionRecoveryService',
    method: 'recoverEnqueuedExecutions',
  },
] as const;

/** Everything that this folder uses of n8n 2.40 and 2.41, checked at the start. */
export const needs: readonly Need[] = [
  ...STARTING_METHODS.map(({ method, ...rest }) => ({ ...rest, methods: [method] })),
  { module: '@n8n/di', exported: 'Container', methods: ['get'] },
  { module: '@n8n/typeorm', exported: 'DataSource', methods: ['query', 'transaction'] },
  { module: 'n8n-core', exported: 'Cipher', methods: ['encryptV2', 'decryptV2'] },
  { module: '@n8n/db', exported: 'UserRepository', methods: ['createUserWithProject'] },
  { module: '@n8n/db', exported: 'WorkflowPublicationOutboxRepository', methods: ['enqueue'] },
  { module: '@n8n/db', exported: 'UNPUBLISH_VERSION_SENTINEL', methods: [] },
  {
    module: '../dist/auth/auth.service.js',
    exported: 'AuthService',
    methods: ['issueCookie', 'authenticateUserByCookie'],
  },
  { module: '../dist/services/ownership.service.js', exported: 'OwnershipService', methods: ['setupOwner'] },
  { module: '../dist/push/index.js', exported: 'Push', methods: ['broadcast'] },
  {
    module: '../dist/workflows/workflow.service.js',
    exported: 'WorkflowService',
    methods: ['activateWorkflow'],
  },
  {
    module: '../dist/workflows/publication/workflow-publication-notifier.js',
    exported: 'WorkflowPublicationNotifier',
    methods: ['requestDrain'],
  },
  {
    module: '../dist/modules/workflow-index/workflow-index.service.js',
    exported: 'WorkflowIndexService',
    methods: ['updateIndexForDraft'],
  },
  {
    module: '../dist/executions/execution.service.js',
    exported: 'ExecutionService',
    methods: ['stopInRegularMode'],
  },
  {
    module: '../dist/concurrency/concurrency-control.service.js',
    exported: 'ConcurrencyControlService',
    methods: ['has', 'throttle'],
  },
  {
    module: '../dist/workflows/triggers/trigger-execution-context.factory.js',
    exported: 'TriggerExecutionContextFactory',
    methods: ['loadPublishedWorkflowData'],
  },
  {
    module: '../dist/errors/response-errors/bad-request.error.js',
    exported: 'BadRequestError',
    methods: [],
  },
  { module: '../dist/node-types.js', exported: 'NodeTypes', methods: ['getByNameAndVersion'] },
  { module: '../dist/credential-types.js', exported: 'CredentialTypes', methods: ['recognizes'] },
  {
    module: '../dist/workflows/workflow-validation.service.js',
    exported: 'WorkflowValidationService',
    methods: ['validateForActivation'],
  },
];

/** Runs a parameterized statement in n8n's own database. @returns its rows. */
export type Query = (sql: string, parameters?: readonly unknown[]) => Promise<Array<Record<string, unknown>>>;

/** @returns the instance of a class in n8n's container. */
export function serviceOf<Service>(internals: Internals, module: string, exported: string): Service {
  const { Container } = internals.load('@n8n/di') as { Container: { get(type: unknown): Service } };
  return Container.get(internals.load(module)[exported]);
}

interface DataSource {
  query: Query;
  transaction<Result>(work: (manager: { query: Query }) => Promise<Result>): Promise<Result>;
}

/** n8n's own database, to which n8n connected before it called the hook. */
export function dataSourceOf(internals: Internals): DataSource {
  return serviceOf<DataSource>(internals, '@n8n/typeorm', 'DataSource');
}
