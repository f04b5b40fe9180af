import { type AttemptOutcome, isUnregistered } from '#app/domain/held-webhooks/replay.ts';
import type { InstanceState } from '#app/domain/instance/state.ts';
import { openContent } from './content.ts';
import type { HeldGate } from './gate.ts';
import type { HeldPorts } from './ports.ts';
import type { HeldRow } from './row.ts';

/** Outcomes after which the process may have restarted. */
const IN_DOUBT: ReadonlyArray<AttemptOutcome['kind']> = ['broken', 'disconnected', 'unreachable'];

/** Sends held requests to the process, and finds out how each attempt ended. */
export function heldAttempts(ports: HeldPorts, gate: HeldGate) {
  const { clock, readState, reportError } = ports;
  /** Paths whose last request ended as "not registered", until one of them gets another answer. */
  const unregistered = new Set<string>();

  /** @throws when the content cannot be read. */
  async function send({ facts, generation }: InstanceState, row: HeldRow): Promise<AttemptOutcome> {
    const release = await ports.bodies.take(row.hasFile ? row.size : 0);
    try {
      const current = readState();
      // The workspace stopped, or was replaced, while there was no memory for the body.
      if (current?.phase.kind !== 'online' || current.generation !== generation)
        return { kind: 'unavailable' };
      const content = await openContent(ports, row);
      const signInKey = await ports.signInKeyOf(facts.workspaceId);
      return await ports.process.replay(facts, signInKey, { ...row, ...content });
    } finally {
      release();
    }
  }

  /**
   * Decides whether a missing answer is the request's fault: a deliberate restart raises the generation, and a process that
   * still sets its gate only needs more time.
   */
  async function judge(outcome: AttemptOutcome, generation: number): Promise<AttemptOutcome> {
    const isSameGeneration = () => readState()?.generation === generation;
    const { kind } = outcome;
    const isSilent = kind === 'unanswered' && isSameGeneration() && (await gate.sync(true)) === 'failed';
    if (kind !== 'broken' && !isSilent) return outcome;
    return { kind: isSameGeneration() ? 'broken' : 'disconnected' };
  }

  function isFinalFor(state: InstanceState, { path, firstTriedAt }: HeldRow): boolean {
    const isPathUnregistered = unregistered.has(path);
    const times = { firstTriedAt, readyAt: gate.readyAt(state), isPathUnregistered };
    const isFinal = isUnregistered(clock.now(), times);
    if (isFinal) unregistered.add(path);
    return isFinal;
  }

  return {
    /** Call when a path has no queue. */
    forget: (path: string) => void unregistered.delete(path),

    /** Never throws. @param state of the process that gets the request. */
    async attempt(state: InstanceState, row: HeldRow): Promise<AttemptOutcome> {
      const sent = await send(state, row).catch((error): AttemptOutcome => {
        reportError(error);
        return { kind: 'unreadable' };
      });
      const outcome = await judge(sent, state.generation);
      if (outcome.kind === 'not-registered') return { ...outcome, isFinal: isFinalFor(state, row) };
      if (outcome.kind === 'answered') unregistered.delete(row.path);
      if (IN_DOUBT.includes(outcome.kind)) gate.noteRestart();
      return outcome;
    },
  };
}
