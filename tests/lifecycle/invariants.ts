import type { Decision } from '#app/domain/instance/machine/events.ts';
import type { InstanceState } from '#app/domain/instance/state.ts';
import { timetableOf, WARNING_LEAD_MS } from '#app/domain/instance/subscription.ts';
import { nextMilestoneAt } from '#app/domain/instance/timetable.ts';
import type { World } from './world.ts';

function must(holds: boolean, invariant: string): void {
  if (!holds) throw new Error(`Broken: ${invariant}`);
}

/** What is true of every change at the moment it is stored. */
export class ChangeInvariants {
  readonly #mails = new Set<string>();
  readonly #ends = new Set<string>();
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
  }

  check(before: InstanceState | null, { state, effects }: Decision): void {
    const mails = effects.flatMap((effect) => (effect.kind === 'mail' ? [effect.id] : []));
    for (const id of mails) {
      must(!this.#mails.has(id), `each mail is sent once: ${id}`);
      this.#mails.add(id);
    }
    must(!before || state.revision >= before.revision, 'revisions only grow');
    must(!before || state.wish >= before.wish, 'wishes only grow');
    if (!before) return;
    must(state.facts.toldRevision >= before.facts.toldRevision, 'no older telling is followed');
    const { takenWish, askedWish } = this.#world.cluster;
    if (state.isApplied && !before.isApplied)
      must(takenWish === state.wish, 'what was taken is what is wanted');
    if (before.phase.kind === state.phase.kind) return;
    if (state.phase.kind === 'online') must(askedWish === state.wish, 'an answer about another wish is none');
    this.#checkTransition(before, state, mails);
  }

  #checkTransition(before: InstanceState, state: InstanceState, mails: string[]): void {
    const { now } = this.#world;
    const { serial } = state.progress;
    const dates = timetableOf(state.facts.subscription);
    switch (state.phase.kind) {
      case 'stopped':
        if (before.phase.kind === 'backing-up') return;
        must(dates.stopAt !== null && now >= dates.stopAt, 'nothing is stopped before its date');
        this.#once(`stop ${serial}`);
        if (state.facts.subscription.kind === 'trial') {
          must(this.#mails.has(`${serial}:trial_ended`), 'the end of a trial is told');
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
        this.#mustHaveBackup(state);
        return;
      case 'deleted':
        this.#once(`deletion of life ${state.life}`);
        must(mails.includes(`life-${state.life}:workspace_deleted`), 'a deletion is told');
        return;
      default:
    }
  }

  /** Called as the cluster is asked to take a workspace away. */
  checkRemoval(state: InstanceState | null): void {
    must(state?.phase.kind === 'removing' || state?.phase.kind === 'deleted', 'only a removal removes');
    if (state?.phase.kind === 'removing') this.#mustHaveBackup(state);
  }

  #mustHaveBackup(state: InstanceState): void {
    if (state.phase.kind !== 'removing') return;
    const kept = this.#world.backups.get(state.phase.backup.key);
    must(kept !== undefined && kept.life === state.life, 'nothing is removed without its final backup');
  }

  #once(end: string): void {
    must(!this.#ends.has(end), `${end} happens once`);
    this.#ends.add(end);
  }
}

/** What is true whenever the object rests. */
export function checkAtRest({ store }: World): void {
  const { state, schedules, alarmAt } = store;
  if (!state) return;
  const { kind } = state.phase;
  const expected = {
    look: kind !== 'stopped' && kind !== 'deleted' ? true : kind === 'stopped' ? !state.isApplied : false,
    timetable: nextMilestoneAt(state) !== null,
    day: kind !== 'deleted',
    tell: store.news.size > 0,
    'backup-expiry': state.finalBackups.length > 0,
    update: state.staleness !== null && kind !== 'removing' && kind !== 'deleted',
  };
  for (const [name, isExpected] of Object.entries(expected)) {
    must(!isExpected || schedules.has(name), `${kind} has its schedule ${name}`);
  }
  if (schedules.size === 0) return;
  const earliest = Math.min(...[...schedules.values()].map(({ dueAt }) => dueAt));
  must(alarmAt !== null && alarmAt <= earliest, 'the alarm is set, and not too late');
}
