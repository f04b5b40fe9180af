/** @returns an object's members of these names: a row without its other columns, or columns of a table for a `select`. */
export function pick<Whole extends object, Name extends keyof Whole & string>(
  whole: Whole,
  ...names: readonly Name[]
): Pick<Whole, Name> {
  return Object.fromEntries(names.map((name) => [name, whole[name]])) as Pick<Whole, Name>;
}
