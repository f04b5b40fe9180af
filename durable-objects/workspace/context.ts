import { parseConfig } from '#app/config.ts';
import { type Clock, systemClock } from '#app/domain/time/clock.ts';
import { reportError } from '#app/integrations/errors/report-error.ts';
import { kubernetesCluster } from '#app/integrations/kubernetes/cluster.ts';
import { createOutbound } from '#app/integrations/outbound/client.ts';
import { alarmClock } from '../alarm-clock.ts';
import { liveSockets } from './live.ts';
import { migrate } from './migrations.ts';
import { workspaceStore } from './store.ts';

/** The composition of a workspace's object: what it decides with and acts on. */
export function composeWorkspace(ctx: DurableObjectState, env: object) {
  const config = parseConfig(env);
  migrate(ctx.storage);
  const store = workspaceStore(ctx.storage);
  const clock: Clock = { now: () => systemClock.now() + store.readClockOffset() };
  const report = (error: unknown) => reportError(error, { reference: `workspace ${ctx.id.name ?? ctx.id}` });
  const outbound = createOutbound({ fetch: (...request) => fetch(...request), clock: systemClock });
  return {
    config,
    store,
    clock,
    reportError: report,
    cluster: kubernetesCluster({ ...config.cluster, portal: config.portal, outbound }),
    live: liveSockets(ctx),
    alarms: alarmClock({
      clock,
      store: store.schedules,
      toRealTime: (at) => at - store.readClockOffset(),
      alarm: {
        get: () => ctx.storage.getAlarm(),
        set: (at) => ctx.storage.setAlarm(at),
        clear: () => ctx.storage.deleteAlarm(),
      },
      reportError: report,
    }),
  };
}

export type WorkspaceContext = ReturnType<typeof composeWorkspace>;
