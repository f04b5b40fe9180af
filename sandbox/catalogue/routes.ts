import { handleAction } from '#sandbox/server/form-action.ts';
import { jsonReply, type Reply } from '#sandbox/server/reply.ts';
import type { Route } from '#sandbox/server/router.ts';
import { type DownSwitch, downSwitchRequest } from '#sandbox/storage/down-switch.ts';
import { catalogueApi } from './graphql.ts';
import { loadNodes } from './nodes.ts';
import { type loadReleases, parseVersion, releasesAfter } from './versions.ts';

type Dependencies = {
  faults: DownSwitch;
  note: (sentence: string) => void;
  releases: ReturnType<typeof loadReleases>;
};

/** n8n's public node catalogue and version feed, and the switch that takes both down. */
export function catalogueRoutes({ faults, note, releases }: Dependencies): Route[] {
  const answerQuery = catalogueApi(loadNodes());
  const whenUp = (answer: () => Reply): Reply =>
    faults.mode === 'down'
      ? jsonReply(503, { error: 'The catalogue is switched off in the sandbox.' })
      : answer();

  return [
    {
      method: 'POST',
      path: '/graphql',
      handle: async (request) => {
        const body = await request.text();
        return whenUp(() => answerQuery(body));
      },
    },
    {
      method: 'GET',
      path: '/api/versions/:current',
      handle: (request) =>
        whenUp(() => {
          const current = parseVersion(request.param('current'));
          return current
            ? jsonReply(200, releasesAfter(releases, current))
            : jsonReply(400, { error: 'The version must look like 1.115.3.' });
        }),
    },
    {
      method: 'POST',
      path: '/catalogue/faults',
      handle: (request) =>
        handleAction(
          request,
          downSwitchRequest,
          ({ mode }) => {
            faults.set(mode);
            return {
              body: { mode },
              note: mode === 'down' ? 'The catalogue is down.' : 'The catalogue is up again.',
            };
          },
          note,
        ),
    },
  ];
}
