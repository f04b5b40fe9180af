import { isDeepStrictEqual } from 'node:util';
import { isJsonObject, type JsonObject } from './resources.ts';

/** The path to one field, as keys from the root. A list is one field: the sandbox replaces lists as a whole. */
export type FieldPath = readonly string[];

/** The paths of every leaf of an object. Only an empty object is itself a leaf. */
export function leafPaths(value: JsonObject, parent: FieldPath = []): FieldPath[] {
  return Object.entries(value).flatMap(([key, child]) => {
    const path = [...parent, key];
    return isJsonObject(child) && Object.keys(child).length > 0 ? leafPaths(child, path) : [path];
  });
}

export function valueAt(object: JsonObject, path: FieldPath): unknown {
  let value: unknown = object;
  for (const key of path) {
    if (!isJsonObject(value)) return undefined;
    value = value[key];
  }
  return value;
}

/** Removes the field at `path`, and each object that becomes empty. */
export function removeAt(object: JsonObject, path: FieldPath): void {
  const [key, ...rest] = path;
  if (key === undefined) return;
  const child = object[key];
  if (rest.length === 0) delete object[key];
  else if (isJsonObject(child)) {
    removeAt(child, rest);
    if (Object.keys(child).length === 0) delete object[key];
  }
}

/** Merges `patch` into `base`, object by object; any other value replaces the existing one. Changes neither argument. */
export function overlay(base: JsonObject, patch: JsonObject): JsonObject {
  const merged: JsonObject = { ...base };
  for (const [key, value] of Object.entries(patch)) {
    const below = merged[key];
    merged[key] = isJsonObject(value) ? overlay(isJsonObject(below) ? below : {}, value) : value;
  }
  return merged;
}

/** Paths in the wire form of `managedFields[].fieldsV1`. */
export function toFieldsV1(paths: readonly FieldPath[]): JsonObject {
  let fields: JsonObject = {};
  for (const path of paths) {
    const nested = path.reduceRight<JsonObject>((inner, key) => ({ [`f:${key}`]: inner }), {});
    fields = overlay(fields, nested);
  }
  return fields;
}

/** The reverse of {@link toFieldsV1}. */
export function fromFieldsV1(fields: JsonObject): FieldPath[] {
  return leafPaths(fields).map((path) => path.map((key) => key.replace(/^f:/, '')));
}

export function samePath(a: FieldPath, b: FieldPath): boolean {
  return isDeepStrictEqual(a, b);
}
