import { boundsOf, retentionMs } from '#app/domain/held-webhooks/bounds.ts';
import { canHold } from '#app/domain/held-webhooks/decide-hold.ts';
import { executionsLimitOf } from '#app/domain/instance/executions-limit.ts';
import type { InstanceState } from '#app/domain/instance/state.ts';
import { HOUR_MS } from '#app/domain/time/clock.ts';
import type { LearntAnswer } from '#app/use-cases/workspace/held-rpc.ts';
import type { HeldSchedule } from '../schedules.ts';
import { heldArchive } from './archive.ts';
import { bodyMemory } from './body-memory.ts';
import { heldCalls } from './calls.ts';
import { heldExpiry } from './expiry.ts';
import { heldGate } from './gate.ts';
import { holdWebhooks } from './hold.ts';
import type { HeldPorts } from './ports.ts';
import { heldReplay } from './replay.ts';
import { waitingMail } from './waiting-mail.ts';

/** For this time after an answer that matters, one that does not changes nothing: isolates see different answers of a path. */
const MATTERS_FOR_MS = HOUR_MS;

/** The held webhooks of one workspace: their rows, the gate in front of its process, and the replay. */
export function heldWebhooks(given: Omit<HeldPorts, 'bodies'>) {
  const ports: HeldPorts = { ...given, bodies: bodyMemory() };
  const { rows, paths, clock, alarms } = ports;
  const gate = heldGate(ports);
  const replay = heldReplay(ports, gate);
  const removeExpired = heldExpiry(ports);
  const mail = waitingMail(ports);
  const calls = heldCalls(ports, mail, async () => {
    alarms.set('held-expiry', clock.now());
    // Sets its alarm in the transaction of the change, so the change takes effect even if the object dies now, or a call fails.
    replay.startAll();
    if (ports.readState()?.phase.kind === 'online') replay.arm(clock.now());
    void gate.sync();
    await alarms.rearm();
  });

  /** Deletes all data received from a deleted workspace's senders. */
  function clear(): void {
    rows.clear();
    paths.clear();
    ports.dropKey();
    ports.seal.forgetKey();
    replay.startAll();
    alarms.set('held-expiry', clock.now());
  }

  return {
    ...calls,
    archive: () => heldArchive(ports),
    hold: holdWebhooks(ports, gate, replay, mail),

    /** Isolates report in the background: a report can arrive after the workspace's deletion, which keeps no paths. */
    async learn(answers: readonly LearntAnswer[]): Promise<void> {
      const state = ports.readState();
      if (!state || !canHold(state.phase)) return;
      const now = clock.now();
      for (const answer of answers) {
        const { answerMatters, changedAt } = paths.of(answer.path, answer.isGet);
        const isSticky = answerMatters && now - changedAt < MATTERS_FOR_MS;
        if (answerMatters !== answer.matters && !isSticky) paths.learn(answer, now);
      }
    },

    /** Call after the instance's state was stored. */
    onInstanceChanged(before: InstanceState | null, after: InstanceState): void {
      const { kind } = after.phase;
      const isEntered = before?.phase.kind !== kind;
      if ((kind === 'removing' || kind === 'deleted') && isEntered) clear();
      const isStarted = isEntered || before.generation !== after.generation;
      if (before && keptMs(before) !== keptMs(after)) alarms.set('held-expiry', clock.now());
      if (kind !== 'online' || !(isStarted || isLimitRaised(before, after))) return;
      rows.forgetDelays(clock.now(), after.generation);
      if (!rows.isQueueEmpty()) replay.startAll();
      else void gate.sync(true);
    },

    /** @param name of a due schedule. */
    async wake(name: HeldSchedule): Promise<void> {
      switch (name) {
        case 'replay':
          return replay.wake();
        case 'held-expiry':
          return removeExpired();
        case 'held-mail':
          return mail.wake();
      }
    },
  };
}

/** @returns how long the plan keeps held requests, ms. */
function keptMs({ facts }: InstanceState): number {
  return retentionMs(boundsOf(facts.limits));
}

/** A larger plan, or paid executions beyond it, releases requests that were held at the limit. */
function isLimitRaised(before: InstanceState | null, after: InstanceState): boolean {
  return before !== null && executionsLimitOf(after.facts) > executionsLimitOf(before.facts);
}
