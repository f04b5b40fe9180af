import type { Role } from '../access/roles.ts';
import type { CredentialsDocument } from '../backup/credentials.ts';
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
  /**
   * Encrypts every credential in the workspace, under a passphrase that is kept nowhere.
   * @returns the document's bytes. @throws when they are no such document, or too many.
   */
  exportCredentials(facts: InstanceFacts, signInKey: string, passphrase: string): Promise<Uint8Array>;
  /**
   * Adds the credentials of a document, or replaces those with the same ids: all of them or none.
   * @returns whether the passphrase opens the document; nothing has changed when it does not.
   */
  importCredentials(
    facts: InstanceFacts,
    signInKey: string,
    sealed: { document: CredentialsDocument; passphrase: string },
  ): Promise<boolean>;
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
