import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { readJsonDirectory } from '#sandbox/storage/json-directory.ts';
import { removeFile, writeJsonFile } from '#sandbox/storage/json-file.ts';
import { type JsonObject, type Plural, plurals, type Resource, resource } from './resources.ts';

/** The identity of an object within its resource type. Kubernetes names contain no `_`, so the file name is unambiguous. */
function keyOf(namespace: string, name: string): string {
  return `${namespace}_${name}`;
}

/** Called when an object was stored or removed. */
export type ChangeListener = (object: Resource) => void;

/** The objects of the cluster, one file each, and the listeners to their changes. */
export class ClusterStore {
  readonly #directory: string;
  readonly #objects = new Map<Plural, Map<string, Resource>>();
  readonly #listeners = new Set<ChangeListener>();
  #lastVersion: number;

  constructor(directory: string, now: number) {
    this.#directory = directory;
    // Starting from the clock keeps versions rising across restarts, even beyond those of deleted objects.
    this.#lastVersion = now;
    for (const plural of plurals) {
      const objects = new Map<string, Resource>();
      for (const document of readJsonDirectory(join(directory, plural))) {
        const object = resource.parse(document);
        objects.set(keyOf(object.metadata.namespace, object.metadata.name), object);
        this.#lastVersion = Math.max(this.#lastVersion, Number(object.metadata.resourceVersion));
      }
      this.#objects.set(plural, objects);
    }
  }

  get(plural: Plural, namespace: string, name: string): Resource | undefined {
    return this.#of(plural).get(keyOf(namespace, name));
  }

  list(plural: Plural, namespace?: string): Resource[] {
    const objects = [...this.#of(plural).values()];
    return namespace === undefined
      ? objects
      : objects.filter((object) => object.metadata.namespace === namespace);
  }

  /** The resourceVersion of lists: that of the newest change. */
  get resourceVersion(): string {
    return String(this.#lastVersion);
  }

  /** Stores an object under a new resourceVersion and notifies the listeners. Returns the stored object. */
  put(plural: Plural, object: Resource): Resource {
    const stored = this.#write(plural, object);
    this.#announce(stored);
    return stored;
  }

  /** Stores a changed status. Notifies no listener: only the reconcile loop, which made it, reads it. */
  putStatus(plural: Plural, namespace: string, name: string, status: JsonObject): void {
    const object = this.get(plural, namespace, name);
    if (!object || isDeepStrictEqual(object.status, status)) return;
    this.#write(plural, { ...object, status });
  }

  remove(plural: Plural, namespace: string, name: string): void {
    const removed = this.get(plural, namespace, name);
    this.#lastVersion += 1;
    removeFile(this.#path(plural, namespace, name));
    this.#of(plural).delete(keyOf(namespace, name));
    if (removed) this.#announce(removed);
  }

  /** Calls `listener` after every change that a caller requested. Returns the function that unsubscribes. */
  onChange(listener: ChangeListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #of(plural: Plural): Map<string, Resource> {
    const objects = this.#objects.get(plural);
    if (!objects) throw new Error(`no such resource type: ${plural}`);
    return objects;
  }

  #path(plural: Plural, namespace: string, name: string): string {
    return join(this.#directory, plural, `${keyOf(namespace, name)}.json`);
  }

  #write(plural: Plural, object: Resource): Resource {
    this.#lastVersion += 1;
    const { namespace, name } = object.metadata;
    const stored: Resource = {
      ...object,
      metadata: { ...object.metadata, resourceVersion: String(this.#lastVersion) },
    };
    writeJsonFile(this.#path(plural, namespace, name), stored);
    this.#of(plural).set(keyOf(namespace, name), stored);
    return stored;
  }

  #announce(object: Resource): void {
    for (const listener of this.#listeners) listener(object);
  }
}
