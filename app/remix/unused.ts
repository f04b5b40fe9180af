/** In place of modules of which a build calls nothing (`vite.unused.ts`), under the names by which they are imported. */
function isUnused(): never {
  throw new Error('This build has no such code: remove its line from vite.unused.ts to use it.');
}

export {
  isUnused as connect,
  isUnused as createStandardJSONSchemaMethod,
  isUnused as createTableRelationsHelpers,
  isUnused as createToJSONSchemaMethod,
  isUnused as decodeViaTurboStream,
  isUnused as encode,
  isUnused as extractTablesRelationalConfig,
  isUnused as flushSync,
  isUnused as getOperators,
  isUnused as getOrderByOperators,
  isUnused as getSingleFetchDataStrategy,
  isUnused as Many,
  isUnused as normalizeRelation,
  isUnused as One,
  isUnused as Palette,
  isUnused as RelationalQueryBuilder,
  isUnused as StreamTransfer,
  isUnused as singleFetchUrl,
  isUnused as solveHumanCheck,
  isUnused as startAuthentication,
  isUnused as startRegistration,
  isUnused as streamMultipart,
};
