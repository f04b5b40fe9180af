import type { InstanceFacts } from '../instance/state.ts';
import type { ClosedPaths } from './gate.ts';
import type { HeldContent, HeldRequest } from './held-request.ts';
import type { AttemptOutcome, ReplayProgress } from './replay.ts';

/** A held request with its content. */
export interface ReplayedRequest
  extends HeldContent,
    Pick<HeldRequest, 'id' | 'method' | 'path' | 'receivedAt'>,
    Pick<ReplayProgress, 'run'> {}

/** The calls of a workspace's process for held webhooks. */
export interface HeldWebhooksProcess {
  /** Sets the paths for which the gate is closed; harmless to repeat. @throws when the process does not answer. */
  setGate(facts: InstanceFacts, closed: ClosedPaths): Promise<void>;
  /** Sends a held request to its workflow. @throws if the request cannot be built; a failure to send is an outcome. */
  replay(facts: InstanceFacts, request: ReplayedRequest): Promise<AttemptOutcome>;
}
