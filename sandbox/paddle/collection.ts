import { join } from 'node:path';
import { readJsonDirectory } from '#sandbox/storage/json-directory.ts';
import { writeJsonFile } from '#sandbox/storage/json-file.ts';

/** All entities of one kind, a file each, in the order of their ids, which is the order of their creation. */
export class Collection<T extends { id: string }> {
  readonly #directory: string;
  readonly #byId: Map<string, T>;

  constructor(directory: string) {
    this.#directory = directory;
    // `put` below wrote these files, so they have the shape that `put` takes.
    const stored = readJsonDirectory(directory) as T[];
    this.#byId = new Map(stored.map((entity) => [entity.id, entity]));
  }

  get(id: string): T | undefined {
    return this.#byId.get(id);
  }

  /** Oldest first. */
  all(): T[] {
    return [...this.#byId.values()];
  }

  /** Stores a new entity, or replaces the existing one. */
  put(entity: T): T {
    writeJsonFile(join(this.#directory, `${entity.id}.json`), entity);
    this.#byId.set(entity.id, entity);
    return entity;
  }
}
