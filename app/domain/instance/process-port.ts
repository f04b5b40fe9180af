import type { Role } from '../access/roles.ts';
import type { CredentialsDocument } from '../backup/credentials.ts';
import type { ExecutionFilter, ExecutionPage, MonthSums } from '../usage/executions.ts';
import type { VersionCheck } from './rehearsal/report.ts';
import type { InstanceFacts } from './state.ts';
import type { Usage } from './view.ts';

/** The API of a running workspace; methods throw when it does not answer, or has no key to sign with. */
export interface WorkspaceProcess {
  usage(facts: InstanceFacts): Promise<Usage>;
  /** @param month `YYYY-MM`, UTC. @returns its executions by workflow and day, read together with its counter. */
  monthSums(facts: InstanceFacts, month: string): Promise<MonthSums>;
  /** @param limit of the rows, at most 1,000. */
  executions(facts: InstanceFacts, filter: ExecutionFilter & { limit: number }): Promise<ExecutionPage>;
  /** @returns which workflows the process's version could not run; changes and executes nothing. */
  check(facts: InstanceFacts): Promise<VersionCheck>;
  /** @returns every workflow as the workspace's JSON array; iterating throws when the workspace stops sending. */
  exportWorkflows(facts: InstanceFacts): Promise<AsyncIterable<Uint8Array>>;
  /**
   * Adds the workflows of a JSON array, at most one MiB or one workflow, or replaces those with the
   * same ids; harmless to repeat.
   * @returns whether the workspace accepts them: all of them or none.
   */
  importWorkflows(facts: InstanceFacts, body: Uint8Array<ArrayBuffer>): Promise<boolean>;
  /** Encrypts every credential; the passphrase is stored nowhere. @throws for another or too large an answer. */
  exportCredentials(facts: InstanceFacts, passphrase: string): Promise<Uint8Array>;
  /**
   * Adds the credentials of a document, or replaces those with the same ids: all of them or none.
   * @returns whether the passphrase opens the document; nothing has changed when it does not.
   */
  importCredentials(
    facts: InstanceFacts,
    sealed: { document: CredentialsDocument; passphrase: string },
  ): Promise<boolean>;
  /** Ends a person's sessions and unused links; harmless to repeat. */
  signOut(facts: InstanceFacts, email: string): Promise<void>;
  /**
   * Sets a person's role. Null: they left, which ends their sessions, unused links, API keys and MCP tokens. Harmless to
   * repeat.
   * @param person.at the instant before the role was read, UTC ms; unknown for a role that an earlier deployment stored.
   */
  setPerson(
    facts: InstanceFacts,
    person: { email: string; role: Role | null; at: number | undefined },
  ): Promise<void>;
}
