import { z } from 'zod';
import { parseJson } from '#sandbox/server/body.ts';
import { answerAction } from '#sandbox/server/form-action.ts';
import { json, type Reply } from '#sandbox/server/reply.ts';
import type { Route } from '#sandbox/server/router.ts';
import { type DownSwitch, downSwitchRequest } from '#sandbox/storage/down-switch.ts';
import { execute, GraphqlValidationError } from './graphql.ts';
import { GraphqlSyntaxError, type GraphqlValue, parseQuery } from './graphql-parser.ts';
import { type CatalogueNode, loadNodes } from './nodes.ts';
import { type loadReleases, parseVersion, releasesAfter } from './versions.ts';

type Dependencies = {
  faults: DownSwitch;
  note: (sentence: string) => void;
  releases: ReturnType<typeof loadReleases>;
};

const graphqlValue: z.ZodType<GraphqlValue> = z.json();
const graphqlRequest = z.object({
  query: z.string(),
  variables: z.record(z.string(), graphqlValue).nullish(),
});

function graphqlError(code: string, message: string): Reply {
  return json(400, { errors: [{ message, extensions: { code } }] });
}

function answerQuery(body: string, nodes: readonly CatalogueNode[]): Reply {
  const request = graphqlRequest.safeParse(parseJson(body));
  if (!request.success) return graphqlError('BAD_REQUEST', 'POST body must contain a query.');
  try {
    const selections = parseQuery(request.data.query, request.data.variables ?? {});
    return json(200, { data: execute(selections, nodes) });
  } catch (error) {
    if (error instanceof GraphqlSyntaxError) return graphqlError('GRAPHQL_PARSE_FAILED', error.message);
    if (error instanceof GraphqlValidationError)
      return graphqlError('GRAPHQL_VALIDATION_FAILED', error.message);
    throw error;
  }
}

/** n8n's public node catalogue and version feed, and the switch that takes both down. */
export function catalogueRoutes({ faults, note, releases }: Dependencies): Route[] {
  const nodes = loadNodes();
  const whenUp = (answer: () => Reply): Reply =>
    faults.mode === 'down' ? json(503, { error: 'The catalogue is switched off in the sandbox.' }) : answer();

  return [
    {
      method: 'POST',
      path: '/graphql',
      handle: async (request) => {
        const body = await request.text();
        return whenUp(() => answerQuery(body, nodes));
      },
    },
    {
      method: 'GET',
      path: '/api/versions/:current',
      handle: (request) =>
        whenUp(() => {
          const current = parseVersion(request.param('current'));
          return current
            ? json(200, releasesAfter(releases, current))
            : json(400, { error: 'The version must look like 1.115.3.' });
        }),
    },
    {
      method: 'POST',
      path: '/catalogue/faults',
      handle: (request) =>
        answerAction(
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
