import { type AttemptOutcome, isUnregistered } from '#app/domain/held-webhooks/replay.ts';
import type { InstanceState } from '#app/domain/instance/state.ts';
import { openContent } from './content.ts';
import type { HeldGate } from './gate.ts';
import type { HeldPorts } from './ports.ts';
import type { HeldRow } from './row.ts';

/** Outcomes after which the process may have restarted. */
const IN_DOUBT: ReadonlyArray<AttemptOutcome['kind']> = ['broken', 'disconnected', 'unreachable'];

/** @returns a function that sends a held request to the process, and finds out how the attempt ended. */
export function heldAttempts(ports: HeldPorts, gate: HeldGate) {
  const { clock, readState, reportError, rows } = ports;

  /** @throws when the content cannot be read. */
  async function send({ facts, generation }: InstanceState, row: HeldRow): Promise<AttemptOutcome> {
    const release = await ports.bodies.take(row.hasFile ? row.size : 0);
    try {
      const current = readState();
      // The workspace stopped, or was replaced, while there was no memory for the body.
      if (current?.phase.kind !== 'online' || current.generation !== generation)
        return { kind: 'unavailable' };
      const content = await openContent(ports, row);
      return await ports.process.replay(facts, { ...row, ...content });
    } finally {
      release();
    }
  }

  /** A missing answer is not the request's fault after a deliberate restart, or while a process still sets its gate. */
  async function judge(outcome: AttemptOutcome, generation: number): Promise<AttemptOutcome> {
    const isSameGeneration = () => readState()?.generation === generation;
    const { kind } = outcome;
    const isSilent = kind === 'unanswered' && isSameGeneration() && !(await gate.sync(true));
    if (kind !== 'broken' && !isSilent) return outcome;
    return { kind: isSameGeneration() ? 'broken' : 'disconnected' };
  }

  function isFinalFor(state: InstanceState, { path, firstTriedAt }: HeldRow): boolean {
    const level = rows.queueOf(path)?.level;
    // The path's first 404 can be of a process that restarted unnoticed, while other answers kept the request waiting.
    if (!level) return false;
    const times = { firstTriedAt, readyAt: gate.readyAt(state), isPathUnregistered: level === 2 };
    return isUnregistered(clock.now(), times);
  }

  /** Never throws. @param state the process that gets the request. */
  return async (state: InstanceState, row: HeldRow): Promise<AttemptOutcome> => {
    const sent = await send(state, row).catch((error): AttemptOutcome => {
      reportError(error);
      return { kind: 'unreadable' };
    });
    const outcome = await judge(sent, state.generation);
    if (outcome.kind === 'not-registered') return { ...outcome, isFinal: isFinalFor(state, row) };
    if (IN_DOUBT.includes(outcome.kind)) gate.noteRestart();
    return outcome;
  };
}
