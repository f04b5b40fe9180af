import { isDeepStrictEqual } from 'node:util';
import {
  type FieldPath,
  fromFieldsV1,
  leafPaths,
  overlay,
  removeAt,
  samePath,
  toFieldsV1,
  valueAt,
} from './ownership.ts';
import type { JsonObject, ManagedFieldsEntry } from './resources.ts';

type Change = { object: JsonObject; managedFields: ManagedFieldsEntry[] };
type Author = { manager: string; apiVersion: string; time: string };

/** A field for which another manager has a different value, so that an unforced apply gets 409. */
export type FieldConflict = { manager: string; path: FieldPath };

const owns = (entry: ManagedFieldsEntry, path: FieldPath) =>
  fromFieldsV1(entry.fieldsV1).some((owned) => samePath(owned, path));

function withoutPaths(entry: ManagedFieldsEntry, paths: readonly FieldPath[]): ManagedFieldsEntry[] {
  const before = fromFieldsV1(entry.fieldsV1);
  const kept = before.filter((path) => !paths.some((taken) => samePath(path, taken)));
  if (kept.length === 0) return [];
  return kept.length === before.length ? [entry] : [{ ...entry, fieldsV1: toFieldsV1(kept) }];
}

function entryFor(author: Author, operation: ManagedFieldsEntry['operation'], paths: readonly FieldPath[]) {
  const { manager, apiVersion, time } = author;
  return {
    manager,
    operation,
    apiVersion,
    time,
    fieldsType: 'FieldsV1' as const,
    fieldsV1: toFieldsV1(paths),
  };
}

/** The fields of an applied object that a manager can own, which excludes its identity. */
function ownableLeaves(applied: JsonObject): FieldPath[] {
  return leafPaths(applied).filter(
    ([root, key]) =>
      root !== 'apiVersion' &&
      root !== 'kind' &&
      !(root === 'metadata' && (key === 'name' || key === 'namespace')),
  );
}

/** Finds fields of `applied` for which other managers have different values (server-side apply's conflicts). */
export function findConflicts(
  live: JsonObject,
  entries: readonly ManagedFieldsEntry[],
  applied: JsonObject,
  manager: string,
): FieldConflict[] {
  const others = entries.filter((entry) => !(entry.manager === manager && entry.operation === 'Apply'));
  return ownableLeaves(applied).flatMap((path) => {
    if (isDeepStrictEqual(valueAt(live, path), valueAt(applied, path))) return [];
    const holder = others.find((entry) => owns(entry, path));
    return holder ? [{ manager: holder.manager, path }] : [];
  });
}

/**
 * Server-side apply: removes the fields that the manager applied last time and omits now (unless another manager owns them
 * too), merges the rest into the live object, and transfers the ownership of changed fields.
 * https://kubernetes.io/docs/reference/using-api/server-side-apply/
 */
export function applyFields(
  live: JsonObject,
  entries: readonly ManagedFieldsEntry[],
  applied: JsonObject,
  author: Author,
): Change {
  const mine = entries.find((entry) => entry.manager === author.manager && entry.operation === 'Apply');
  const paths = ownableLeaves(applied);
  const taken = findConflicts(live, entries, applied, author.manager).map(({ path }) => path);
  const others = entries.filter((entry) => entry !== mine).flatMap((entry) => withoutPaths(entry, taken));

  const object = structuredClone(live);
  for (const path of mine ? fromFieldsV1(mine.fieldsV1) : []) {
    if (!paths.some((kept) => samePath(kept, path)) && !others.some((entry) => owns(entry, path)))
      removeAt(object, path);
  }
  const fresh = entryFor(author, 'Apply', paths);
  // An apply that changes nothing must not create a new resourceVersion.
  const entry = mine && isDeepStrictEqual(mine.fieldsV1, fresh.fieldsV1) ? mine : fresh;
  return { object: overlay(object, applied), managedFields: [entry, ...others] };
}

function mergePatch(target: JsonObject, patch: JsonObject): JsonObject {
  const merged = overlay(target, patch);
  for (const path of leafPaths(patch)) if (valueAt(patch, path) === null) removeAt(merged, path);
  return merged;
}

/** JSON merge patch (RFC 7396): null removes; the author now owns the changed fields. */
export function patchFields(
  live: JsonObject,
  entries: readonly ManagedFieldsEntry[],
  patch: JsonObject,
  author: Author,
): Change {
  const changed = ownableLeaves(patch).filter(
    (path) => !isDeepStrictEqual(valueAt(live, path) ?? null, valueAt(patch, path)),
  );
  if (changed.length === 0) return { object: structuredClone(live), managedFields: [...entries] };
  const set = changed.filter((path) => valueAt(patch, path) !== null);
  const mine = entries.find((entry) => entry.manager === author.manager && entry.operation === 'Update');
  const others = entries.filter((entry) => entry !== mine).flatMap((entry) => withoutPaths(entry, changed));
  const kept = mine ? withoutPaths(mine, changed).flatMap((entry) => fromFieldsV1(entry.fieldsV1)) : [];
  const paths = [...kept, ...set];
  return {
    object: mergePatch(live, patch),
    managedFields: paths.length > 0 ? [...others, entryFor(author, 'Update', paths)] : others,
  };
}
