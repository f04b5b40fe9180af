import type { Internals } from '../internals.ts';
import { parts } from './needs.ts';

type PartName = keyof typeof parts;

/** @returns a class or value of n8n. */
export function partOf<Part>({ load }: Internals, name: PartName): Part {
  return load(parts[name].module)[name] as Part;
}

/** @returns the methods that all instances of a class share, to patch them. */
export function prototypeOf<Instance extends object>(internals: Internals, name: PartName): Instance {
  return partOf<{ prototype: Instance }>(internals, name).prototype;
}

/** @returns the instance of a class in n8n's container. */
export function serviceOf<Service>(internals: Internals, name: PartName): Service {
  const container = partOf<{ get(type: unknown): Service }>(internals, 'Container');
  return container.get(partOf(internals, name));
}
