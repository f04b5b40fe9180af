import { decide, type InstanceEffect, type InstanceEvent } from '#app/domain/instance/machine.ts';
import { type InstanceState, viewOf, wantedReplicas } from '#app/domain/instance/state.ts';
import type { WorkspaceContext } from './context.ts';
import { workspaceKey } from './keys.ts';

/** The instance of one workspace: takes events to the pure machine, keeps what it decides, then acts on it. */
export function workspaceInstance(context: WorkspaceContext) {
  const { config, store, clock, cluster, alarms, live } = context;

  /** State and schedules are written in one go, before any effect reaches the outside. */
  async function handle(event: InstanceEvent): Promise<InstanceState | null> {
    const state = store.readState();
    const decision = decide(state, event, clock.now());
    if (!decision) return state;
    if (decision.state !== state) store.writeState(decision.state);
    for (const effect of decision.effects) schedule(effect);
    await alarms.rearm();
    if (decision.effects.some(({ kind }) => kind === 'push')) live.push(viewOf(decision.state, clock.now()));
    return decision.state;
  }

  function schedule(effect: InstanceEffect): void {
    if (effect.kind === 'arm') alarms.set(effect.schedule, effect.at);
    if (effect.kind === 'cancel') alarms.cancel(effect.schedule);
  }

  /** Tells the cluster what is wanted unless it knows, and asks how it is. */
  async function look(): Promise<InstanceState | null> {
    const state = store.readState();
    if (!state) return null;
    try {
      if (!state.isApplied) {
        await apply(state);
        // Other requests ran while the cluster answered: what it took may not be what is wanted by now.
        if (store.readState()?.wish !== state.wish) return store.readState();
        const applied = await handle({ kind: 'applied' });
        if (applied?.phase.kind === 'stopped') return applied;
      }
      const answer = await cluster.readiness(state.facts.name);
      if (store.readState()?.wish !== state.wish) return store.readState();
      return await handle({ kind: 'looked', answer });
    } catch (error) {
      context.reportError(error);
      if (store.readState()?.wish !== state.wish) return store.readState();
      return handle({ kind: 'looked', answer: 'unreachable' });
    }
  }

  async function apply(state: InstanceState): Promise<void> {
    const { facts } = state;
    const [signInKey, encryptionKey] = await Promise.all([
      workspaceKey(config.workspaceMasterKey, facts.workspaceId, 'sign-in'),
      workspaceKey(config.workspaceMasterKey, facts.workspaceId, 'encryption'),
    ]);
    await cluster.apply({ facts, replicas: wantedReplicas(state), signInKey, encryptionKey });
  }

  return { handle, look };
}
