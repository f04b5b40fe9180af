import type { Need } from '../internals.ts';

type Parts = Readonly<Record<string, Pick<Need, 'module' | 'methods'>>>;

/**
 * Everything by which n8n registers triggers, or executes what it has stored, at its start. n8n calls these methods after it
 * loads the hook file, and they do nothing else; the wait tracker looks for due executions before that, and starts them later.
 */
export const starters = {
  ActiveWorkflowManager: { module: '../dist/active-workflow-manager.js', methods: ['init'] },
  WorkflowPublicationOutboxConsumer: {
    module: '../dist/workflows/publication/workflow-publication-outbox-consumer.js',
    methods: ['init'],
  },
  WorkflowPublicationReconciler: {
    module: '../dist/workflows/publication/workflow-publication-reconciler.service.js',
    methods: ['init'],
  },
  WaitTracker: { module: '../dist/wait-tracker.js', methods: ['startExecution'] },
  EnqueuedExecutionRecoveryService: {
    module: '../dist/executions/enqueued-execution-recovery.service.js',
    methods: ['recoverEnqueuedExecutions'],
  },
} as const satisfies Parts;

/** Everything that this folder uses of n8n 2.40 and 2.41, by the name under which its module exports it. */
export const parts = {
  ...starters,
  Container: { module: '@n8n/di', methods: ['get'] },
  DataSource: { module: '@n8n/typeorm', methods: ['query', 'transaction'] },
  Cipher: { module: 'n8n-core', methods: ['encryptV2', 'decryptV2'] },
  UserRepository: { module: '@n8n/db', methods: ['createUserWithProject', 'findOne'] },
  WorkflowRepository: { module: '@n8n/db', methods: ['findOneBy'] },
  WorkflowPublicationOutboxRepository: { module: '@n8n/db', methods: ['enqueue'] },
  UNPUBLISH_VERSION_SENTINEL: { module: '@n8n/db', methods: [] },
  AuthService: {
    module: '../dist/auth/auth.service.js',
    methods: ['issueCookie', 'authenticateUserByCookie'],
  },
  OwnershipService: { module: '../dist/services/ownership.service.js', methods: ['setupOwner'] },
  Push: { module: '../dist/push/index.js', methods: ['broadcast'] },
  WorkflowService: { module: '../dist/workflows/workflow.service.js', methods: ['activateWorkflow'] },
  WorkflowPublicationNotifier: {
    module: '../dist/workflows/publication/workflow-publication-notifier.js',
    methods: ['requestDrain'],
  },
  WorkflowIndexService: {
    module: '../dist/modules/workflow-index/workflow-index.service.js',
    methods: ['updateIndexForDraft'],
  },
  ExecutionService: { module: '../dist/executions/execution.service.js', methods: ['stopInRegularMode'] },
  ConcurrencyControlService: {
    module: '../dist/concurrency/concurrency-control.service.js',
    methods: ['has', 'throttle'],
  },
  TriggerExecutionContextFactory: {
    module: '../dist/workflows/triggers/trigger-execution-context.factory.js',
    methods: ['loadPublishedWorkflowData'],
  },
  BadRequestError: { module: '../dist/errors/response-errors/bad-request.error.js', methods: [] },
  NodeTypes: { module: '../dist/node-types.js', methods: ['getByNameAndVersion'] },
  CredentialTypes: { module: '../dist/credential-types.js', methods: ['recognizes'] },
  WorkflowValidationService: {
    module: '../dist/workflows/workflow-validation.service.js',
    methods: ['validateForActivation'],
  },
} as const satisfies Parts;

/** The parts, checked at the start. */
export const needs: readonly Need[] = Object.entries(parts).map(([exported, part]) => ({
  exported,
  ...part,
}));
