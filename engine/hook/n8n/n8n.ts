import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { ImportedWorkflow } from '../workflow.ts';

/** A person as n8n knows them. */
export interface N8nUser {
  id: string;
  email: string;
  isOwner: boolean;
  isDisabled: boolean;
}

/** The names of a person, and how n8n is to know them. */
export interface NewUser {
  email: string;
  firstName: string;
  lastName: string;
}

type Layer = (request: IncomingMessage, response: ServerResponse, next: () => void) => void;

/**
 * All that the hook uses of n8n's internals. n8n promises nothing of them: each range of versions has a module of its own
 * that implements this, and says at the start what it does not find.
 */
export interface N8n {
  people: {
    find(email: string): Promise<N8nUser | null>;
    /** @returns the instance's owner; null while nobody has set it up. */
    owner(): Promise<N8nUser | null>;
    /** Makes the instance's waiting owner this person. */
    setUpOwner(person: NewUser): Promise<N8nUser>;
    createAdmin(person: NewUser): Promise<N8nUser>;
    /** Exchanges the roles of the instance's owner and an admin: there is one owner. */
    makeOwner(userId: string): Promise<void>;
    rename(userId: string, names: Pick<NewUser, 'firstName' | 'lastName'>): Promise<void>;
    setDisabled(userId: string, isDisabled: boolean): Promise<void>;
    /** Ends each session and open editor of a person. */
    endSessions(userId: string): Promise<void>;
    /** Takes the person's API keys, MCP keys and tokens of authorised applications away. */
    removeKeys(userId: string): Promise<void>;
  };
  /** Sets n8n's own session cookie. */
  issueCookie(userId: string, response: ServerResponse): Promise<void>;
  /** @returns who holds a request's cookie; null for nobody. */
  personOf(request: IncomingMessage): Promise<N8nUser | null>;
  workflows: {
    countActive(): Promise<number>;
    /** Each workflow as the JSON of the contract, the oldest first. */
    exportAll(): AsyncIterable<string>;
    /** All or none of them, and their triggers accordingly. */
    import(workflows: readonly ImportedWorkflow[]): Promise<void>;
  };
  credentials: {
    exportAll(): Promise<StoredCredential[]>;
    import(credentials: readonly StoredCredential[]): Promise<void>;
  };
  /** Has no workflow's trigger registered in this process. */
  disableTriggers(): void;
}

/** A credential with its secrets in the clear: only ever inside this process. */
export interface StoredCredential {
  id: string;
  name: string;
  type: string;
  data: Record<string, unknown>;
  createdAt: string;
  updatedAt: string;
}

/** n8n's server as `n8n.ready` hands it over. */
export interface N8nServer {
  app: RequestListener & { use(layer: Layer): void; router: { stack: RouterLayer[] } };
}

interface RouterLayer {
  name: string;
  route?: { path: string } | undefined;
}

const READINESS_PATH = '/healthz/readiness';

/**
 * Puts a layer before all of n8n's routes but its probes: webhooks are registered before the hook is called, and an
 * empty answer for user agents with "bot" in their name comes first of all.
 * @throws Error when n8n's layers stand otherwise than is known.
 */
export function putFirst({ app }: N8nServer, layer: Layer): void {
  app.use(layer);
  const { stack } = app.router;
  const readiness = stack.findIndex(({ route }) => route?.path === READINESS_PATH);
  const added = stack.pop();
  // After the readiness probe stands the layer that answers everything while the database is migrated.
  if (readiness < 0 || !added || stack[readiness + 1]?.route)
    throw new Error('n8n’s layers are not as known: no place for the hook’s own.');
  stack.splice(readiness + 2, 0, added);
}
