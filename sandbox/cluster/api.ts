import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { parseJson } from '#sandbox/server/body.ts';
import { jsonReply, type Reply } from '#sandbox/server/reply.ts';
import type { Route, RouteRequest } from '#sandbox/server/router.ts';
import { bearerToken, sameSecret } from '#sandbox/server/secrets.ts';
import type { ClusterFaults } from './faults.ts';
import { apply, mergePatch, type Target } from './operations.ts';
import {
  isJsonObject,
  type JsonObject,
  type Plural,
  plurals,
  type Resource,
  resourceTypes,
  workspaceOf,
} from './resources.ts';
import { parseSelector, requiredValueOf } from './selectors.ts';
import { badRequest, conflict, invalid, resourceNotFound, StatusError } from './status.ts';
import type { ClusterStore } from './store.ts';

type Dependencies = {
  store: ClusterStore;
  faults: ClusterFaults;
  token: string;
  slowAnswerMs: number;
  now: () => number;
  /** Ends the process that uses a claim and deletes its data; resolves when both are gone. */
  deleteClaim: (namespace: string, name: string) => Promise<void>;
  deleteSnapshotData: (namespace: string, name: string) => Promise<void>;
};

async function readObject(request: RouteRequest): Promise<JsonObject> {
  const body = await request.text();
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    throw badRequest('error decoding the body: the sandbox reads JSON, of YAML only that part');
  }
  if (!isJsonObject(value)) throw badRequest('the body must be an object');
  return value;
}

async function patch(request: RouteRequest, target: Target, { store, now }: Dependencies): Promise<Reply> {
  const mediaType = request.headers['content-type']?.split(';')[0]?.trim();
  const manager = request.url.searchParams.get('fieldManager') ?? '';
  if (mediaType === 'application/apply-patch+yaml') {
    if (manager === '')
      throw invalid(target.plural, target.name, [
        { reason: 'FieldValueRequired', field: 'fieldManager', message: 'is required for apply patch' },
      ]);
    const force = request.url.searchParams.get('force') === 'true';
    const written = apply(store, target, await readObject(request), { manager, force, now: now() });
    return jsonReply(written.created ? 201 : 200, written.object);
  }
  if (mediaType === 'application/merge-patch+json') {
    const body = await readObject(request);
    return jsonReply(
      200,
      mergePatch(store, target, body, { manager: manager || 'unknown', now: now() }).object,
    );
  }
  throw new StatusError(
    415,
    'UnsupportedMediaType',
    'the body of the request was in an unknown format - accepted media types include: application/apply-patch+yaml, application/merge-patch+json',
  );
}

const deleteOptions = z.looseObject({
  preconditions: z.object({ uid: z.string().optional(), resourceVersion: z.string().optional() }).optional(),
});

/** A caller that names the object's uid or version never deletes another object of the same name. */
async function requirePreconditions(request: RouteRequest, { plural, name }: Target, object: Resource) {
  const body = await request.text();
  if (body === '') return;
  const options = deleteOptions.safeParse(parseJson(body));
  if (!options.success) throw badRequest('the body of a DELETE must be DeleteOptions');
  const { uid, resourceVersion } = options.data.preconditions ?? {};
  if (uid !== undefined && uid !== object.metadata.uid)
    throw conflict(plural, name, `the UID in the precondition (${uid}) does not match`);
  if (resourceVersion !== undefined && resourceVersion !== object.metadata.resourceVersion)
    throw conflict(plural, name, 'the ResourceVersion in the precondition does not match');
}

async function remove(
  request: RouteRequest,
  target: Target,
  { store, deleteClaim, deleteSnapshotData }: Dependencies,
): Promise<Reply> {
  const { plural, namespace, name } = target;
  const object = store.get(plural, namespace, name);
  if (!object) throw resourceNotFound(plural, name);
  await requirePreconditions(request, target, object);
  if (plural === 'persistentvolumeclaims') await deleteClaim(namespace, name);
  else {
    store.remove(plural, namespace, name);
    if (plural === 'volumesnapshots') await deleteSnapshotData(namespace, name);
  }
  return jsonReply(200, {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Success',
    details: { name, group: resourceTypes[plural].group, kind: plural, uid: object.metadata.uid },
  });
}

/** A page of a list, in the order of names; `continue` is the last name of the previous page. */
function list(plural: Plural, namespace: string, query: URLSearchParams, store: ClusterStore): Reply {
  const matches = parseSelector(query.get('labelSelector') ?? '');
  const limit = Number(query.get('limit') ?? 0) || Number.POSITIVE_INFINITY;
  const after = query.get('continue') ?? '';
  const { apiVersion, kind } = resourceTypes[plural];
  const found = store
    .list(plural, namespace)
    .filter((object) => matches(object.metadata.labels ?? {}) && object.metadata.name > after)
    .sort((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1));
  const items = found.slice(0, limit);
  const next = found.length > items.length ? items.at(-1)?.metadata.name : undefined;
  return jsonReply(200, {
    kind: `${kind}List`,
    apiVersion,
    metadata: { resourceVersion: store.resourceVersion, ...(next === undefined ? {} : { continue: next }) },
    items,
  });
}

/** The workspace of a call, which selects its fault; an object that does not exist yet is recognized by its name. */
function workspaceOfCall(
  request: RouteRequest,
  plural: Plural,
  name: string | undefined,
  store: ClusterStore,
) {
  if (name === undefined) {
    const selector = request.url.searchParams.get('labelSelector') ?? '';
    const instance = requiredValueOf(selector, 'app.kubernetes.io/instance');
    return requiredValueOf(selector, 'weft.cloud/workspace') ?? (instance && workspaceOfName(instance));
  }
  const object = store.get(plural, request.param('namespace'), name);
  return workspaceOf(object?.metadata.labels) ?? workspaceOfName(name);
}

function workspaceOfName(name: string): string | undefined {
  return /^(?:ws|closed)-([^.]+)/.exec(name)?.[1] ?? /^rehearsal-[^.]+/.exec(name)?.[0];
}

/** The Kubernetes calls that the product makes, for each resource type: apply, merge patch, get, list, delete. */
export function clusterRoutes(dependencies: Dependencies): Route[] {
  const { store, faults, token, slowAnswerMs } = dependencies;

  async function withFaults(
    request: RouteRequest,
    plural: Plural,
    name: string | undefined,
    run: () => Reply | Promise<Reply>,
  ): Promise<Reply> {
    try {
      if (!sameSecret(bearerToken(request.headers.authorization) ?? '', token))
        throw new StatusError(401, 'Unauthorized', 'Unauthorized');
      const fault = faults.of(workspaceOfCall(request, plural, name, store));
      if (fault === 'api-500') throw new StatusError(500, 'InternalError', 'etcdserver: request timed out');
      if (fault === 'api-429') {
        const reply = new StatusError(429, 'TooManyRequests', 'please try again later').toReply();
        return { ...reply, headers: { ...reply.headers, 'retry-after': '1' } };
      }
      if (fault === 'api-conflict' && request.method !== 'GET')
        throw conflict(plural, name ?? '', 'the object has been modified');
      if (fault === 'api-timeout') {
        await request.untilClosed();
        throw new StatusError(504, 'Timeout', 'the caller has gone');
      }
      if (fault === 'slow')
        await Promise.race([sleep(slowAnswerMs, undefined, { ref: false }), request.untilClosed()]);
      return await run();
    } catch (error) {
      if (error instanceof StatusError) return error.toReply();
      throw error;
    }
  }

  return plurals.flatMap((plural) => {
    const { group } = resourceTypes[plural];
    const base = `${group === '' ? '/api/v1' : `/apis/${group}/v1`}/namespaces/:namespace/${plural}`;
    const one = (
      method: string,
      run: (request: RouteRequest, target: Target) => Reply | Promise<Reply>,
    ): Route => ({
      method,
      path: `${base}/:name`,
      handle: (request) => {
        const target = { plural, namespace: request.param('namespace'), name: request.param('name') };
        return withFaults(request, plural, target.name, () => run(request, target));
      },
    });
    return [
      {
        method: 'GET',
        path: base,
        handle: (request) =>
          withFaults(request, plural, undefined, () =>
            list(plural, request.param('namespace'), request.url.searchParams, store),
          ),
      },
      one('GET', (_request, { namespace, name }) => {
        const object = store.get(plural, namespace, name);
        if (!object) throw resourceNotFound(plural, name);
        return jsonReply(200, object);
      }),
      one('PATCH', (request, target) => patch(request, target, dependencies)),
      one('DELETE', (request, target) => remove(request, target, dependencies)),
    ];
  });
}
