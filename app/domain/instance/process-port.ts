import type { Role } from '../access/roles.ts';
import type { InstanceFacts } from './state.ts';
import type { Usage } from './view.ts';

/** A running workspace, asked over the network; a failure to answer throws. */
export interface WorkspaceProcess {
  usage(facts: InstanceFacts, signInKey: string): Promise<Usage>;
  /** @returns every workflow, as the JSON array that the workspace writes; it fails when the workspace falls silent. */
  exportWorkflows(facts: InstanceFacts, signInKey: string): Promise<AsyncIterable<Uint8Array>>;
  /**
   * Adds the workflows of a JSON array, or replaces those with the same ids; repeating it is harmless.
   * @param body at most one MiB, or one workflow.
   */
  importWorkflows(facts: InstanceFacts, signInKey: string, body: Uint8Array<ArrayBuffer>): Promise<void>;
  /** Ends a person's sessions, and what links for them are not used yet; repeating it is harmless. */
  signOut(facts: InstanceFacts, signInKey: string, email: string): Promise<void>;
  /**
   * Gives a person their role from now on. Null: they left, and their sessions, unused links, API keys and MCP tokens end.
   * Repeating it is harmless.
   */
  setPerson(
    facts: InstanceFacts,
    signInKey: string,
    person: { email: string; role: Role | null },
  ): Promise<void>;
}
