import type { BreachFaults } from '#sandbox/breached-passwords/faults.ts';
import type { ClusterFaults } from '#sandbox/cluster/faults.ts';
import type { Reconciler } from '#sandbox/cluster/reconcile.ts';
import { mailSummary } from '#sandbox/mail/routes.ts';
import type { MailStore } from '#sandbox/mail/store.ts';
import type { PaddleFaults } from '#sandbox/paddle/faults.ts';
import { jsonReply, pageReply, text } from '#sandbox/server/reply.ts';
import type { Route } from '#sandbox/server/router.ts';
import type { DownSwitch } from '#sandbox/storage/down-switch.ts';
import type { ActivityLog } from './activity.ts';
import { indexPage } from './page.ts';

type Dependencies = {
  portalUrl: string;
  mails: MailStore;
  reconciler: Reconciler;
  clusterFaults: ClusterFaults;
  mailFaults: DownSwitch;
  catalogueFaults: DownSwitch;
  breachFaults: BreachFaults;
  paddleFaults: PaddleFaults;
  activity: ActivityLog;
};

/** The overview for people, the same data as JSON for tests, and a health check for the sandbox's supervisor. */
export function indexRoutes(world: Dependencies): Route[] {
  const { clusterFaults, mailFaults, catalogueFaults, breachFaults, paddleFaults } = world;
  return [
    {
      method: 'GET',
      path: '/',
      handle: () =>
        pageReply(
          200,
          indexPage({
            portalUrl: world.portalUrl,
            mails: world.mails.list(),
            workspaces: world.reconciler.workspaces(),
            faults: clusterFaults,
            mailMode: mailFaults.mode,
            catalogueMode: catalogueFaults.mode,
            breachMode: breachFaults.mode,
            paddleMode: paddleFaults.mode,
            activity: world.activity.recent(),
          }),
        ),
    },
    {
      method: 'GET',
      path: '/state',
      handle: () =>
        jsonReply(200, {
          mails: world.mails.list().map(mailSummary),
          workspaces: world.reconciler.workspaces(),
          faults: {
            cluster: Object.fromEntries(
              clusterFaults.names().map((name) => [name, clusterFaults.faultOf(name)]),
            ),
            mail: mailFaults.mode,
            catalogue: catalogueFaults.mode,
            breachedPasswords: breachFaults.mode,
            paddle: paddleFaults.mode,
          },
        }),
    },
    { method: 'GET', path: '/healthz', handle: () => text(200, 'The sandbox is ready.') },
  ];
}
