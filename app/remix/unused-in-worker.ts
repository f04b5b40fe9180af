/** In place of modules of which the Worker calls nothing (`vite.unused.ts`), under the names by which they are imported. */
function isUnused(): never {
  throw new Error('The Worker has no such code: remove its line from vite.unused.ts to use it.');
}

export {
  isUnused as connect,
  isUnused as createStandardJSONSchemaMethod,
  isUnused as createTableRelationsHelpers,
  isUnused as createToJSONSchemaMethod,
  isUnused as encode,
  isUnused as extractTablesRelationalConfig,
  isUnused as getOperators,
  isUnused as getOrderByOperators,
  isUnused as Many,
  isUnused as normalizeRelation,
  isUnused as One,
  isUnused as Palette,
  isUnused as RelationalQueryBuilder,
  isUnused as solveHumanCheck,
  isUnused as startAuthentication,
  isUnused as startRegistration,
  isUnused as streamMultipart,
};
