/** A broken invariant. */
export class Broken extends Error {}

export function must(holds: boolean, invariant: string): void {
  if (!holds) throw new Broken(`Broken: ${invariant}`);
}
