import { handleAction } from '#sandbox/server/form-action.ts';
import type { Route } from '#sandbox/server/router.ts';
import { type ClusterFaults, faultRequest } from './faults.ts';

type Dependencies = {
  faults: ClusterFaults;
  vanish: (workspace: string) => void;
  note: (sentence: string) => void;
};

/** The switch that breaks the cluster for one workspace, or for all with `*`. */
export function clusterFaultRoutes({ faults, vanish, note }: Dependencies): Route[] {
  return [
    {
      method: 'POST',
      path: '/cluster/faults',
      handle: (request) =>
        handleAction(
          request,
          faultRequest,
          ({ workspace, mode }) => {
            if (mode === 'gone') {
              vanish(workspace);
              faults.set(workspace, 'none');
            } else faults.set(workspace, mode);
            const whom = workspace === '*' ? 'the whole cluster' : workspace;
            return { body: { workspace, mode }, note: `Cluster fault of ${whom}: ${mode}.` };
          },
          note,
        ),
    },
  ];
}
