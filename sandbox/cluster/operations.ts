import { randomInt, randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { applyFields, findConflicts, patchFields } from './managers.ts';
import {
  isJsonObject,
  type JsonObject,
  type ManagedFieldsEntry,
  type Plural,
  type Resource,
  resource,
  resourceTypes,
} from './resources.ts';
import { badRequest, conflict, invalid, resourceNotFound } from './status.ts';
import type { ClusterStore } from './store.ts';
import { validate } from './validation.ts';

export type Target = { plural: Plural; namespace: string; name: string };
export type Written = { object: Resource; created: boolean };

const systemMetadata = [
  'uid',
  'resourceVersion',
  'generation',
  'creationTimestamp',
  'deletionTimestamp',
  'selfLink',
];

function withoutNulls(object: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(object)
      .filter(([, value]) => value !== null)
      .map(([key, value]) => [key, isJsonObject(value) ? withoutNulls(value) : value]),
  );
}

/** Converts text in Secrets to base64, the only stored form. */
function foldStringData(object: JsonObject): JsonObject {
  const { stringData, ...rest } = object;
  if (!isJsonObject(stringData)) return rest;
  const encoded = Object.entries(stringData).map(([key, value]) => {
    if (typeof value !== 'string') throw badRequest(`stringData.${key} must be a string`);
    return [key, Buffer.from(value).toString('base64')];
  });
  return { ...rest, data: { ...(isJsonObject(rest.data) ? rest.data : {}), ...Object.fromEntries(encoded) } };
}

/** The writable part of an object: neither the status, nor the metadata that only the cluster sets. */
function writable(plural: Plural, body: JsonObject): JsonObject {
  const { status: _status, ...rest } = plural === 'secrets' ? foldStringData(body) : body;
  const metadata = isJsonObject(rest.metadata) ? { ...rest.metadata } : {};
  for (const field of [...systemMetadata, 'managedFields']) delete metadata[field];
  return { ...rest, metadata };
}

function withDefaults(plural: Plural, object: JsonObject): JsonObject {
  if (plural === 'secrets') return { type: 'Opaque', ...object };
  const spec = isJsonObject(object.spec) ? object.spec : {};
  if (plural === 'services')
    return {
      ...object,
      spec: { type: 'ClusterIP', clusterIP: `10.96.${randomInt(256)}.${randomInt(1, 255)}`, ...spec },
    };
  if (plural === 'statefulsets') return { ...object, spec: { replicas: 1, ...spec } };
  if (plural === 'volumesnapshots') return object;
  // A claim that is created from a snapshot is bound once it has the data.
  return { ...object, status: { phase: 'dataSource' in spec ? 'Pending' : 'Bound' } };
}

function metadataOf(object: JsonObject): JsonObject {
  return isJsonObject(object.metadata) ? object.metadata : {};
}

function requireVersion(target: Target, body: JsonObject, live: Resource | undefined): void {
  const wanted = metadataOf(body).resourceVersion;
  if (wanted === undefined || wanted === null || wanted === '') return;
  if (wanted !== live?.metadata.resourceVersion)
    throw conflict(
      target.plural,
      target.name,
      'the object has been modified; please apply your changes to the latest version and try again',
    );
}

function requireIdentity(target: Target, body: JsonObject): void {
  const { apiVersion, kind } = resourceTypes[target.plural];
  const { name, namespace, managedFields } = metadataOf(body);
  if (body.apiVersion !== apiVersion || body.kind !== kind)
    throw badRequest(`the apiVersion and kind in the data do not match the expected ${apiVersion} ${kind}`);
  if (name !== target.name)
    throw badRequest(
      `the name of the object (${String(name)}) does not match the name on the URL (${target.name})`,
    );
  if (namespace !== undefined && namespace !== target.namespace)
    throw badRequest('the namespace of the provided object does not match the namespace sent on the request');
  if (managedFields !== undefined && managedFields !== null)
    throw badRequest('metadata.managedFields must be nil');
}

type Change = { object: JsonObject; managedFields: ManagedFieldsEntry[] };

function save(
  store: ClusterStore,
  target: Target,
  change: Change,
  before: Resource | undefined,
  time: string,
): Written {
  const { plural, namespace, name } = target;
  const { apiVersion, kind } = resourceTypes[plural];
  const object = withDefaults(plural, change.object);
  const specChanged = !isDeepStrictEqual(object.spec, before?.spec);
  const generation = (before?.metadata.generation ?? 0) + (specChanged ? 1 : 0);
  const candidate = resource.safeParse({
    ...object,
    apiVersion,
    kind,
    metadata: {
      ...metadataOf(change.object),
      name,
      namespace,
      uid: before?.metadata.uid ?? randomUUID(),
      resourceVersion: before?.metadata.resourceVersion ?? '0',
      creationTimestamp: before?.metadata.creationTimestamp ?? time,
      ...(plural === 'statefulsets' ? { generation } : {}),
      managedFields: change.managedFields,
    },
    ...(before?.status === undefined ? {} : { status: before.status }),
  });
  if (!candidate.success) {
    const causes = candidate.error.issues.map((issue) => ({
      reason: 'FieldValueInvalid',
      field: issue.path.join('.'),
      message: issue.message,
    }));
    throw invalid(plural, name, causes);
  }
  validate(plural, candidate.data, before);
  if (before && isDeepStrictEqual(before, candidate.data)) return { object: before, created: false };
  return { object: store.put(plural, candidate.data), created: before === undefined };
}

function requireNotTerminating(target: Target, live: Resource | undefined): void {
  if (live?.metadata.deletionTimestamp !== undefined)
    throw conflict(target.plural, target.name, 'the object is being deleted');
}

/** Server-side apply. Throws StatusError 400, 409 (an outdated version, or an unforced conflict) or 422. */
export function apply(
  store: ClusterStore,
  target: Target,
  body: JsonObject,
  options: { manager: string; force: boolean; now: number },
): Written {
  requireIdentity(target, body);
  const live = store.get(target.plural, target.namespace, target.name);
  requireNotTerminating(target, live);
  requireVersion(target, body, live);
  const applied = withoutNulls(writable(target.plural, body));
  const entries = live?.metadata.managedFields ?? [];
  const conflicts = options.force ? [] : findConflicts(live ?? {}, entries, applied, options.manager);
  if (conflicts.length > 0)
    throw conflict(
      target.plural,
      target.name,
      `Apply failed with ${conflicts.length} conflicts`,
      conflicts.map(({ manager, path }) => ({
        reason: 'FieldManagerConflict',
        field: `.${path.join('.')}`,
        message: `conflict with "${manager}"`,
      })),
    );
  const { apiVersion } = resourceTypes[target.plural];
  const time = new Date(options.now).toISOString();
  const change = applyFields(live ?? {}, entries, applied, { manager: options.manager, apiVersion, time });
  return save(store, target, change, live, time);
}

/** JSON merge patch of an existing object. Throws StatusError 404, 409 or 422. */
export function mergePatch(
  store: ClusterStore,
  target: Target,
  body: JsonObject,
  options: { manager: string; now: number },
): Written {
  const live = store.get(target.plural, target.namespace, target.name);
  if (!live) throw resourceNotFound(target.plural, target.name);
  requireNotTerminating(target, live);
  requireVersion(target, body, live);
  const { apiVersion } = resourceTypes[target.plural];
  const time = new Date(options.now).toISOString();
  const author = { manager: options.manager, apiVersion, time };
  const patch = writable(target.plural, body);
  return save(store, target, patchFields(live, live.metadata.managedFields, patch, author), live, time);
}
