import type { InstanceEffect, InstanceEvent } from '#app/domain/instance/machine/events.ts';
import type { InstanceState } from '#app/domain/instance/state.ts';
import { wantedOf } from '#app/domain/instance/wanted.ts';
import { countersAt } from './counters-at.ts';
import { deliverPeople } from './deliver-people.ts';
import type { ForcedUpdateRehearsals, InstancePorts } from './ports.ts';
import { takeBackup } from './take-backup.ts';

/** Runs an effect of the machine outside the object, except a probe. @returns the resulting event; null without one. */
export async function runEffect(
  ports: InstancePorts & ForcedUpdateRehearsals,
  state: InstanceState,
  effect: InstanceEffect,
): Promise<InstanceEvent | null> {
  const { facts } = state;
  switch (effect.kind) {
    case 'read-usage':
      return { kind: 'usage-read', usage: await ports.process.usage(facts) };
    case 'count-active': {
      const { generation } = state;
      const { activeWorkflows } = await ports.process.usage(facts);
      return { kind: 'active-counted', generation, activeWorkflows };
    }
    case 'deliver-people': {
      const { generation } = state;
      const people = await deliverPeople(ports, facts, effect.people);
      return { kind: 'people-delivered', generation, people };
    }
    case 'count-month': {
      const { month, part } = effect;
      const { executions } = await ports.process.monthSums(facts, month);
      return { kind: 'month-counted', month, part, executions };
    }
    case 'count-executions': {
      const { month, instants } = effect;
      const counters = await countersAt(ports.process, { facts, month }, instants);
      return { kind: 'executions-counted', month, counters };
    }
    case 'rehearse':
      await ports.rehearse(effect);
      return null;
    case 'prune': {
      const wanted = wantedOf(state);
      const isDone = await ports.clusterOf(wanted.clusterId).prune(wanted);
      return isDone ? { kind: 'pruned' } : null;
    }
    case 'read-releases':
      return { kind: 'releases-read', releases: await ports.releases() };
    case 'take-backup': {
      const takenAt = ports.clock.now();
      // Never with credentials: no one can type a passphrase here.
      const taken = await takeBackup(ports, state, { key: effect.key, takenAt });
      const backup = { key: effect.key, ...taken, takenAt };
      return { kind: 'backed-up', generation: state.generation, backup };
    }
    case 'drop-backup':
      await ports.backups.remove(effect.key);
      return { kind: 'backup-dropped', key: effect.key };
    case 'report':
      ports.reportError(new Error(`Workspace ${facts.workspaceId}: ${effect.trouble}`));
      return null;
    default:
      return null;
  }
}
