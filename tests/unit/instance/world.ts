import {
  type ClusterAnswer,
  decide,
  type InstanceEvent,
  type ScheduleName,
} from '#app/domain/instance/machine.ts';
import { type InstanceState, viewOf } from '#app/domain/instance/state.ts';
import type { InstanceView } from '#app/domain/instance/view.ts';
import { facts, START } from './facts.ts';

/** An instance with its schedules and a clock, run as its object runs it, but for the I/O. */
export class InstanceWorld {
  now = START;
  state: InstanceState | null = null;
  readonly schedules = new Map<ScheduleName, number>();
  readonly pushed: InstanceView[] = [];

  send(event: InstanceEvent): void {
    const decision = decide(this.state, event, this.now);
    if (!decision) return;
    this.state = decision.state;
    for (const effect of decision.effects) {
      if (effect.kind === 'arm') this.schedules.set(effect.schedule, effect.at);
      if (effect.kind === 'cancel') this.schedules.delete(effect.schedule);
      if (effect.kind === 'push') this.pushed.push(viewOf(decision.state, this.now));
    }
  }

  provision(changes = {}): this {
    this.send({ kind: 'provisioned', facts: facts(changes) });
    return this;
  }

  get view(): InstanceView {
    if (!this.state) throw new Error('nothing was provisioned');
    return viewOf(this.state, this.now);
  }

  /** The next schedule, when it is armed at all. */
  get next(): { name: ScheduleName; at: number } | undefined {
    return [...this.schedules].map(([name, at]) => ({ name, at })).sort((a, b) => a.at - b.at)[0];
  }

  /** Lets the next schedule come due, with a cluster that gives `answer`; a ready cluster also takes what is applied. */
  runNext(answer: ClusterAnswer): void {
    const { next } = this;
    if (!next) throw new Error('no schedule is armed');
    this.now = Math.max(this.now, next.at);
    this.schedules.delete(next.name);
    if (next.name === 'trial-end') this.send({ kind: 'trial-ended' });
    else this.look(answer);
  }

  /** What the object does at a look: what was not applied is applied first, and then the cluster is asked. */
  look(answer: ClusterAnswer): void {
    if (!this.state) return;
    if (!this.state.isApplied) {
      if (answer !== 'unreachable') this.send({ kind: 'applied' });
      if (this.state.phase.kind === 'stopped' && answer !== 'unreachable') return;
    }
    this.send({ kind: 'looked', answer });
  }
}
