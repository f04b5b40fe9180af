/**
 * Replaces Babel's helpers for browsers without object spread, which Remix and conform bring (`vite.alias.ts`); exports
 * them by Babel's names.
 */

export const objectSpread2 = Object.assign;

export { objectSpread2 as extends };

/** @returns a copy of `source` without the named properties. */
export function objectWithoutProperties(
  source: Readonly<Record<string, unknown>>,
  excluded: readonly string[],
): Record<string, unknown> {
  const rest = { ...source };
  for (const name of excluded) delete rest[name];
  return rest;
}
