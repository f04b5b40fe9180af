import { type Entitlement, entitles, WARNING_LEAD_MS } from '#app/domain/instance/entitlement.ts';
import type { Decision, InstanceEffect } from '#app/domain/instance/machine/events.ts';
import type { RehearsalState } from '#app/domain/instance/rehearsal/state.ts';
import type { InstanceState } from '#app/domain/instance/state.ts';
import { timeframeOf } from '#app/domain/instance/usage.ts';
import { viewOf } from '#app/domain/instance/view-of.ts';
import { DAY_MS } from '#app/domain/time/clock.ts';
import { CRASHING, DEACTIVATING } from './cluster.ts';
import { must } from './must.ts';
import type { World } from './world.ts';

/** The largest cap of the simulation's commands. */
const MAX_PAID = 1_000;

/** Earlier answers of the cluster that a step of an update needs before it fails: each adds at most five seconds. */
const ANSWERS_TO_GIVE_UP = 11;

/** Invariants of every stored change. */
export class ChangeInvariants {
  /** By id, as first decided. */
  #mails = new Set<string>();
  #ends = new Set<string>();
  /** Answers of the cluster in the current phase. */
  #answers = 0;
  readonly #world: World;
  /** Number of each transition and each mail. */
  readonly happened = new Map<string, number>();

  constructor(world: World) {
    this.#world = world;
  }

  get mails(): ReadonlySet<string> {
    return this.#mails;
  }

  /** @returns a function that discards everything recorded since, for lost writes. */
  snapshot(): () => void {
    const mails = new Set(this.#mails);
    const ends = new Set(this.#ends);
    return () => {
      this.#mails = mails;
      this.#ends = ends;
    };
  }

  check(before: InstanceState | null, { state, effects }: Decision): void {
    const { now, cluster } = this.#world;
    const isOpened = state.phase.kind === 'online' && before?.phase.kind !== 'online';
    must(!isOpened || state.due.length === 0, 'nobody is let in before the process knows who left');
    for (const effect of effects) {
      if (effect.kind === 'deliver-people') this.#count('people told');
      if (effect.kind === 'charge-overage') this.#checkCharge(effect);
      if (effect.kind !== 'mail') continue;
      must(!this.#mails.has(effect.id), `each mail is sent once: ${effect.id}`);
      this.#mails.add(effect.id);
      this.#count(effect.mail.template);
      if ('deletionAt' in effect.mail.data) {
        must(effect.mail.data.deletionAt >= now + WARNING_LEAD_MS, 'a mail tells of a deletion to come');
      }
    }
    if (!before) return;
    must(state.revision >= before.revision, 'revisions only grow');
    must(state.generation >= before.generation, 'generations only grow');
    must(state.facts.factsRevision >= before.facts.factsRevision, 'older facts are ignored');
    const keys = state.finalBackups.map(({ key }) => key);
    must(new Set(keys).size === keys.length, 'each incarnation has a final backup of its own');
    must(state.facts.clusterId === before.facts.clusterId, 'a workspace stays in its cluster');
    if (state.revision === before.revision) {
      const isSeen = JSON.stringify(viewOf(state, now)) !== JSON.stringify(viewOf(before, now));
      must(!isSeen, 'what is seen to change has a new revision');
    }
    if (state.isApplied && !before.isApplied) {
      must(cluster.takenGeneration === state.generation, 'what was taken is what is wanted');
    }
    if (state.lastUpdate && state.lastUpdate !== before.lastUpdate) {
      const { from, target, result } = state.lastUpdate;
      this.#count(`update: ${result}`);
      const expected = result === 'updated' ? target : from;
      must(state.configuration.version === expected, `an update that is ${result} runs ${expected}`);
      must(result !== 'updated' || target !== CRASHING, 'a version that does not start is not kept');
      // A person who chooses a version for an Offline workspace, which reports no active workflows, gets it.
      const isRepair = before.saved?.activeWorkflows === null && !before.saved.isForced;
      must(
        result !== 'updated' || target !== DEACTIVATING || isRepair,
        'a version that deactivates is not kept',
      );
    }
    this.#countAnswers(before, state);
    if (before.phase.kind === state.phase.kind) return;
    this.#checkForced(state);
    this.#checkTransition(before, state);
  }

  #countAnswers({ phase: before, lastUpdate }: InstanceState, { phase, ...state }: InstanceState): void {
    if (phase.kind !== 'pending' || before.kind !== 'pending') return;
    const result = state.lastUpdate !== lastUpdate && state.lastUpdate?.result;
    if (result === 'not_ready' || result === 'not_saved')
      must(this.#answers >= ANSWERS_TO_GIVE_UP, `an update is ${result} only after many answers`);
    // Steps and settings begin another phase.
    if (phase.answeredAt === undefined) this.#answers = 0;
    else if (phase !== before) this.#answers += 1;
  }

  /** Called before a rehearsal is stored. */
  checkRehearsal({ phase, target }: RehearsalState): void {
    const { copy, cluster, store } = this.#world;
    const before = store.rehearsal?.phase.kind;
    if (phase.kind === before || !('outcome' in phase)) return;
    const { outcome } = phase;
    if (phase.kind === 'changing') {
      must(outcome.verdict === 'passed', `only a version that passed is used, not ${target}`);
      must(!copy.isThere || cluster.canHaveStrays, 'the copy is removed before the version changes');
    }
    if (phase.kind !== 'reported') return;
    must(!copy.isThere || cluster.canHaveStrays, 'a rehearsal that ended has no copy');
    this.#count(`rehearsal: ${outcome.verdict === 'failed' ? outcome.reason : outcome.verdict}`);
    this.#count(`rehearsal: ${phase.result}`);
  }

  /** A forced update begins only after its rehearsal has passed. */
  #checkForced({ phase }: InstanceState): void {
    if (phase.kind !== 'pending' || phase.update?.step !== 'saving' || !phase.update.isForced) return;
    const { rehearsal } = this.#world.store;
    must(
      rehearsal?.phase.kind === 'changing' && rehearsal.target === phase.update.target,
      'a forced update was rehearsed',
    );
  }

  #checkCharge({ month, part, executions }: Extract<InstanceEffect, { kind: 'charge-overage' }>): void {
    this.#once(`the charge of ${month}.${part}`);
    this.#count('overage charged');
    must(executions > 0 && executions <= MAX_PAID, 'nothing is charged beyond the cap');
    must(month <= timeframeOf(this.#world.latest), 'no month is charged before it began');
  }

  #checkTransition(before: InstanceState, state: InstanceState): void {
    const { now, cluster } = this.#world;
    const { serial } = state.progress;
    const dates = datesOf(state.facts.entitlement);
    this.#count(`${before.phase.kind} > ${state.phase.kind}`);
    switch (state.phase.kind) {
      case 'online':
        must(cluster.askedGeneration === state.generation, 'an answer about another generation is ignored');
        return;
      case 'offline':
        must(before.phase.kind === 'pending', 'only a polling times out');
        return;
      case 'pending':
        if (before.phase.kind === 'online' || before.phase.kind === 'offline') return;
        must(entitles(state.facts.entitlement, now), 'only a subscription brings back what was stopped');
        must(serial > 1, 'the first entitlement has ended');
        if (state.incarnation > before.incarnation) this.#once(`a new incarnation under ${serial}`);
        return;
      case 'stopped':
        if (before.phase.kind === 'backing-up') return;
        must(dates.stopAt !== null && now >= dates.stopAt, 'nothing is stopped before its date');
        this.#once(`stop ${serial}`);
        if (state.facts.entitlement.kind === 'trial') {
          must(this.#mails.has(`${serial}:trial_ended`), 'the end of a trial has a mail');
        }
        return;
      case 'backing-up':
        if (before.phase.kind === 'removing') return;
        must(dates.deleteAt !== null && now >= dates.deleteAt, 'nothing is deleted before its date');
        must(
          state.progress.warnedAt !== undefined && now >= state.progress.warnedAt + WARNING_LEAD_MS,
          'nothing is deleted within a day of its last warning',
        );
        must(this.#mails.has(`${serial}:deletion_warning:last`), 'the last warning was sent');
        return;
      case 'removing':
        must(before.phase.kind === 'backing-up', 'nothing is removed but by way of its backup');
        return;
      case 'deleted':
        this.#once(`deletion of incarnation ${state.incarnation}`);
        must(this.#mails.has(`incarnation-${state.incarnation}:workspace_deleted`), 'a deletion has a mail');
        must(cluster.workload === null && cluster.volume === null, 'nothing is left of what is deleted');
    }
  }

  /** Called when the cluster gets a removal. */
  checkRemoval(state: InstanceState | null): void {
    const { outside, cluster } = this.#world;
    const isRemoval = state?.phase.kind === 'removing' || state?.phase.kind === 'deleted';
    // A removal at the start of a new incarnation finds nothing of that incarnation.
    const isOfOldGeneration =
      cluster.workload === null || cluster.workload.wanted.generation < (state?.generation ?? 0);
    must(isRemoval || isOfOldGeneration, 'only a removal removes');
    if (state?.phase.kind !== 'removing') return;
    const kept = outside.backups.get(state.phase.backup.key);
    must(kept?.bytes === state.phase.backup.bytes, 'nothing is removed without its final backup');
    if (cluster.volume === null || cluster.canHaveStrays) return;
    must(kept?.content === cluster.content, 'the final backup is of all that is removed');
  }

  #count(what: string): void {
    this.happened.set(what, (this.happened.get(what) ?? 0) + 1);
  }

  #once(end: string): void {
    must(!this.#ends.has(end), `${end} happens once`);
    this.#ends.add(end);
  }
}

/** Design §4, "Trial", duplicated here to check the machine. */
function datesOf(entitlement: Entitlement): { stopAt: number | null; deleteAt: number | null } {
  switch (entitlement.kind) {
    case 'active':
      return { stopAt: null, deleteAt: null };
    case 'trial':
      return { stopAt: entitlement.endsAt, deleteAt: entitlement.endsAt + 3 * DAY_MS };
    case 'paused':
      return { stopAt: 0, deleteAt: entitlement.pausedAt + 90 * DAY_MS };
    case 'cancelled':
      return { stopAt: entitlement.endsAt, deleteAt: entitlement.endsAt };
  }
}
