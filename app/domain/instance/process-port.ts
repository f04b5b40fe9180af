import type { InstanceFacts } from './state.ts';
import type { Usage } from './view.ts';

/** A running workspace, asked over the network; a failure to answer throws. */
export interface WorkspaceProcess {
  usage(facts: InstanceFacts, signInKey: string): Promise<Usage>;
  /**
   * @returns every workflow, as the JSON array that the workspace writes. The stream fails when the array is not whole:
   *   half an export must never pass for one.
   */
  exportWorkflows(facts: InstanceFacts, signInKey: string): Promise<ReadableStream<Uint8Array>>;
  /** Ends a person's sessions, and what links for them are not used yet; repeating it is harmless. */
  signOut(facts: InstanceFacts, signInKey: string, email: string): Promise<void>;
}
