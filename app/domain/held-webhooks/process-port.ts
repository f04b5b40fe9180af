import type { InstanceFacts } from '../instance/state.ts';
import type { ClosedPaths } from './gate.ts';
import type { AttemptOutcome } from './replay.ts';

/** A held request with its content. */
export interface ReplayedRequest {
  id: string;
  run: number;
  method: string;
  path: string;
  /** With its question mark, or empty. */
  search: string;
  headers: ReadonlyArray<readonly [name: string, value: string]>;
  body: Uint8Array<ArrayBuffer>;
  /** UTC ms. */
  receivedAt: number;
}

/** The calls of a workspace's process for held webhooks. */
export interface HeldWebhooksProcess {
  /** Sets the paths for which the gate is closed; harmless to repeat. @throws when the process does not answer. */
  setGate(facts: InstanceFacts, closed: ClosedPaths): Promise<void>;
  /** Sends a held request to its workflow. @throws if the request cannot be built; a failure to send is an outcome. */
  replay(facts: InstanceFacts, request: ReplayedRequest): Promise<AttemptOutcome>;
}
