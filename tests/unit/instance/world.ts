import type { ErrorCode } from '#app/domain/errors/catalogue.ts';
import type {
  ClusterAnswer,
  InstanceEffect,
  InstanceEvent,
  MonthCounter,
  ScheduleName,
} from '#app/domain/instance/machine/events.ts';
import { decide, table } from '#app/domain/instance/machine/table.ts';
import type { ForcedVerdict } from '#app/domain/instance/rehearsal/state.ts';
import type { Release } from '#app/domain/instance/releases.ts';
import type { InstanceFacts, InstanceState } from '#app/domain/instance/state.ts';
import type { InstanceView } from '#app/domain/instance/view.ts';
import { viewOf } from '#app/domain/instance/view-of.ts';
import { wantedOf } from '#app/domain/instance/wanted.ts';
import { facts, releases, START } from './facts.ts';

/** An instance with its schedules and a clock, driven like its object drives it, without I/O. */
export class InstanceWorld {
  now = START;
  stored: InstanceState | null = null;
  readonly schedules = new Map<ScheduleName, number>();
  /** Every decided effect, in order. */
  readonly effects: InstanceEffect[] = [];
  /** Recorded phases and mails with their instants. */
  readonly diary: Array<{ at: number; what: string }> = [];
  /** The cluster's answer to every probe; 'ready' also confirms a removal. */
  cluster: ClusterAnswer = 'ready';
  isBackupStoreUp = true;
  /** The process's counter at an instant; null while unknown. */
  counterAt: (since: number) => number | null = () => null;
  /** Whether a ready process accepts changes to people. */
  acceptsPeople = true;
  /** Active workflows that a new version's process counts. */
  activeWorkflows = 1;
  releases: readonly Release[] = releases;
  /** How the rehearsal of a forced update ends; null while it runs. */
  rehearsal: ForcedVerdict | null = 'passed';

  /** @returns the code of a refusal; null without one. */
  send(event: InstanceEvent): ErrorCode | null {
    const decision = decide(this.stored, event, this.now);
    if (!decision) return null;
    if ('refused' in decision) return decision.refused;
    this.#expectDeclared(event, decision.state);
    // Frozen, so that no handler changes a state in place.
    this.stored = deepFreeze(decision.state);
    for (const effect of decision.effects) this.#take(effect);
    return null;
  }

  /** Fails on a phase change that the machine's table does not declare, because the diagram is generated from the table. */
  #expectDeclared(event: InstanceEvent, { phase }: InstanceState): void {
    if (!this.stored || this.stored.phase.kind === phase.kind) return;
    const before = this.stored.phase.kind;
    if (table[before][event.kind].to.includes(phase.kind)) return;
    throw new Error(`The table does not declare ${before} > ${phase.kind} on ${event.kind}.`);
  }

  #take(effect: InstanceEffect): void {
    this.effects.push(effect);
    const { state, now } = this;
    switch (effect.kind) {
      case 'arm':
        this.schedules.set(effect.schedule, effect.at);
        break;
      case 'cancel':
        this.schedules.delete(effect.schedule);
        break;
      case 'record':
        this.diary.push({ at: now, what: effect.phase });
        break;
      case 'mail':
        this.diary.push({ at: now, what: effect.mail.template });
        break;
      case 'read-releases':
        this.send({ kind: 'releases-read', releases: this.releases });
        break;
      case 'take-backup':
        if (!this.isBackupStoreUp) break;
        this.send({
          kind: 'backed-up',
          generation: state.generation,
          backup: { key: effect.key, bytes: 2, workflows: 1, takenAt: now },
        });
        break;
      case 'count-active':
        this.send({
          kind: 'active-counted',
          generation: state.generation,
          activeWorkflows: this.activeWorkflows,
        });
        break;
      case 'deliver-people':
        if (this.acceptsPeople)
          this.send({ kind: 'people-delivered', generation: state.generation, people: effect.people });
        break;
      case 'count-executions': {
        const counters = effect.instants.map((since) => ({ since, executions: this.counterAt(since) }));
        if (counters.every(({ executions }) => executions !== null))
          this.send({
            kind: 'executions-counted',
            month: effect.month,
            counters: counters as MonthCounter[],
          });
        break;
      }
      case 'rehearse':
        this.#rehearse(effect);
        break;
      case 'prune':
        this.send({ kind: 'pruned' });
        break;
      case 'drop-backup':
        if (this.isBackupStoreUp) this.send({ kind: 'backup-dropped', key: effect.key });
        break;
      default:
    }
  }

  #rehearse({ target, updateAt }: Extract<InstanceEffect, { kind: 'rehearse' }>): void {
    const { rehearsal: verdict, activeWorkflows } = this;
    if (verdict === null) return;
    if (verdict === 'passed' && this.now >= updateAt)
      this.send({ kind: 'update-requested', target, activeWorkflows, isForced: true });
    else this.send({ kind: 'update-rehearsed', target, updateAt, verdict, problems: 0 });
  }

  /** Sends the facts again like the database, with a higher revision unless the test sets one. */
  sendFacts(changes: Partial<InstanceFacts> = {}): ErrorCode | null {
    const known = this.stored?.facts ?? facts({ factsRevision: 0 });
    const next = { ...known, factsRevision: known.factsRevision + 1, ...changes };
    return this.send({ kind: 'facts-received', facts: next, version: '1.0.0' });
  }

  configure(
    change: Extract<InstanceEvent, { kind: 'configuration-requested' }>['change'],
    accountId = 'acc_ada',
  ) {
    return this.send({ kind: 'configuration-requested', accountId, change, releases: this.releases });
  }

  restart(accountId = 'acc_ada') {
    return this.send({ kind: 'restart-requested', accountId });
  }

  get state(): InstanceState {
    if (!this.stored) throw new Error('no facts were sent');
    return this.stored;
  }

  get view(): InstanceView {
    return viewOf(this.state, this.now);
  }

  get mails() {
    return this.effects.flatMap((effect) => (effect.kind === 'mail' ? [effect] : []));
  }

  count(kind: InstanceEffect['kind']): number {
    return this.effects.filter((effect) => effect.kind === kind).length;
  }

  /** The next armed schedule. */
  get next(): { name: ScheduleName; at: number } | undefined {
    return [...this.schedules].map(([name, at]) => ({ name, at })).sort((a, b) => a.at - b.at)[0];
  }

  /** Moves to the next schedule and runs it. */
  runNext(): void {
    const { next } = this;
    if (!next) throw new Error('no schedule is armed');
    this.now = Math.max(this.now, next.at);
    this.wake(next.name);
  }

  /** Moves to an instant and runs each due schedule on the way. */
  passTo(at: number): void {
    for (let next = this.next; next && next.at <= at; next = this.next) this.runNext();
    this.now = Math.max(this.now, at);
  }

  wake(name: ScheduleName): void {
    this.schedules.delete(name);
    if (name === 'probe') this.probe();
    if (name === 'timetable') this.send({ kind: 'timetable-due' });
    if (name === 'day') this.send({ kind: 'day-passed' });
    if (name === 'update') this.send({ kind: 'update-due' });
    if (name === 'saved-expiry') this.send({ kind: 'saved-expiry-due' });
    if (name === 'backup-expiry') this.send({ kind: 'backup-expiry-due' });
  }

  /** Probes like the object: applies an unapplied generation first, then reads the cluster's answer. */
  probe(answer = this.cluster): void {
    const { state } = this;
    const { generation } = state;
    if (state.phase.kind === 'removing') {
      const isGone = answer === 'ready' || answer === 'missing';
      this.send(isGone ? { kind: 'removed' } : { kind: 'probed', generation, answer });
      return;
    }
    const isJustApplied = !state.isApplied && answer !== 'unreachable';
    if (isJustApplied) {
      this.send({ kind: 'applied', generation });
      if (wantedOf(state).replicas === 0 && state.phase.kind !== 'pending') return;
    }
    this.send({ kind: 'probed', generation, answer, isJustApplied });
  }
}

/** @returns a workspace that came Online with its first probe. */
export function onlineWorld(changes: Partial<InstanceFacts> = {}): InstanceWorld {
  const world = new InstanceWorld();
  world.sendFacts(changes);
  world.runNext();
  return world;
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const part of Object.values(value)) deepFreeze(part);
  }
  return value;
}
