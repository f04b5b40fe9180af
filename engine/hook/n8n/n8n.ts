import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { ImportedWorkflow } from '../workflow.ts';

/** A person in n8n. */
export interface N8nUser {
  id: string;
  email: string;
  isOwner: boolean;
  isDisabled: boolean;
}

/** The names of a person, and their e-mail and role in n8n. */
export interface NewUser {
  email: string;
  firstName: string;
  lastName: string;
}

type Layer = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

/**
 * Everything that the hook uses of n8n's internals, which n8n does not promise. Each range of versions has its own module that
 * implements this interface, and reports at the start what it does not find.
 */
export interface N8n {
  people: {
    find(email: string): Promise<N8nUser | null>;
    /** @returns the instance's owner; null before the setup. */
    owner(): Promise<N8nUser | null>;
    /** Makes this person the owner of an instance without setup. */
    setUpOwner(person: NewUser): Promise<N8nUser>;
    createAdmin(person: NewUser): Promise<N8nUser>;
    /** Swaps the roles of the instance's owner and an admin, since there is one owner. */
    makeOwner(userId: string): Promise<void>;
    rename(userId: string, names: Pick<NewUser, 'firstName' | 'lastName'>): Promise<void>;
    setDisabled(userId: string, isDisabled: boolean): Promise<void>;
    /** Ends each session and open editor of a person. */
    endSessions(userId: string): Promise<void>;
    /** Removes the person's API keys, MCP keys and tokens of authorized applications. */
    removeKeys(userId: string): Promise<void>;
  };
  /** Sets n8n's own session cookie. */
  issueCookie(userId: string, response: ServerResponse): Promise<void>;
  /** @returns the person of a request's cookie; null without one. */
  personOf(request: IncomingMessage): Promise<N8nUser | null>;
  workflows: {
    /** @returns ids. */
    listActive(): Promise<string[]>;
    /** Runs each publication of a workflow by a person or an API client, imports excepted, within `around`. */
    aroundPublications(around: AroundPublication): void;
    /** Each workflow as the JSON of the contract, the oldest first. */
    exportAll(): AsyncIterable<string>;
    /** Checks each workflow as it would run, the oldest first; changes and executes nothing. */
    checkAll(): AsyncIterable<CheckedWorkflow>;
    /** Stores workflows, all or none, and their triggers accordingly. */
    import(workflows: readonly ImportedWorkflow[]): Promise<void>;
  };
  credentials: {
    exportAll(): Promise<StoredCredential[]>;
    import(credentials: readonly StoredCredential[]): Promise<void>;
  };
  executions: {
    /** Cancels the webhooks created after `since`, UTC ms, that n8n would begin to execute at this start. @returns them. */
    cancelEnqueuedWebhooks(since: number): Promise<StoppedExecution[]>;
    /** Calls `onStop` with each execution that a person stops before it runs or while it waits: n8n calls no hook for these. */
    observeStops(onStop: (execution: StoppedExecution) => void): void;
  };
  /**
   * Keeps this process from registering any workflow's trigger, and from executing what it has stored: those that waited for
   * a free slot or for a time. Call it while the hook file is loaded, before n8n starts them.
   */
  disableExecutions(): void;
  /** @returns an error of n8n's own class: thrown in a hook, it answers the request with 400 and the message. */
  badRequest(message: string): Error;
}

/** @param publish n8n's whole publication, in which it calls its hook `workflow.activate`. */
export type AroundPublication = <Result>(
  workflowId: string,
  publish: () => Promise<Result>,
) => Promise<Result>;

/** An execution that was stopped while it did not run. `createdAt`: when n8n accepted it, UTC ms. */
export interface StoppedExecution {
  id: string;
  workflowId: string;
  mode: string;
  createdAt: number;
}

/** Why this n8n could not run a workflow. */
export interface WorkflowProblem {
  workflowId: string;
  /** The workflow's name. */
  workflow: string;
  isActive: boolean;
  /** The node's name; null for a problem of the whole workflow. */
  node: string | null;
  kind:
    | 'node_type_unknown'
    | 'node_version_unknown'
    | 'credential_type_unknown'
    | 'not_activatable'
    | 'not_loadable';
  /** The unknown type, or n8n's own words. */
  detail: string;
}

export interface CheckedWorkflow {
  isActive: boolean;
  problems: WorkflowProblem[];
}

/** A credential with its secrets in plain text, which never leave this process. */
export interface StoredCredential {
  id: string;
  name: string;
  type: string;
  data: Record<string, unknown>;
  createdAt: string;
  updatedAt: string;
}

/** n8n's server, from `n8n.ready`. */
export interface N8nServer {
  app: RequestListener & { use(layer: Layer): void; router: { stack: RouterLayer[] } };
}

interface RouterLayer {
  name: string;
  route?: { path: string } | undefined;
}

const READINESS_PATH = '/healthz/readiness';

/**
 * Puts a layer before all of n8n's routes except its probes. n8n registers webhooks before it calls the hook, and first of all
 * an empty answer for user agents with "bot" in their name.
 * @throws Error for an unknown order of n8n's layers.
 */
export function putFirst({ app }: N8nServer, layer: Layer): void {
  app.use(layer);
  const { stack } = app.router;
  const readiness = stack.findIndex(({ route }) => route?.path === READINESS_PATH);
  const added = stack.pop();
  // After the readiness probe comes the layer that answers everything during a migration.
  if (readiness < 0 || !added || stack[readiness + 1]?.route)
    throw new Error('n8n’s layers are not as known: no place for the hook’s own.');
  stack.splice(readiness + 2, 0, added);
}
