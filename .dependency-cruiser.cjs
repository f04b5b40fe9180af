// The import rules: domain <- crypto <- {db, integrations} <- use-cases <- durable-objects <- workers.
const product = '^(app|workers|durable-objects|db)/';

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    rule('no-cycles', {}, { circular: true }),
    rule(
      'domain-is-pure',
      { path: '^app/domain/' },
      { path: `${product}|^(sandbox|tests|scripts)/`, pathNot: '^app/(domain/|i18n/en/field-errors\\.ts$)' },
    ),
    rule(
      // A field's error is named as its sentence.
      'domain-takes-of-sentences-their-names',
      { path: '^app/domain/' },
      { path: '^app/i18n/', dependencyTypesNot: ['type-only'] },
    ),
    rule(
      // Only `util` of Node's own modules: its structural comparison, which workerd has too.
      'domain-needs-nothing-but-zod',
      { path: '^app/domain/' },
      { dependencyTypes: ['npm', 'npm-dev', 'core'], pathNot: 'node_modules/zod/|^(node:)?util$' },
    ),
    rule(
      // Screens read sentences with `t.ts`: these modules would bring all sentences into the browser (docs/decisions/translations.md).
      'screens-have-their-own-words',
      { path: '^app/(routes|components)/' },
      { path: '^app/i18n/(words\\.|en/)', dependencyTypesNot: ['type-only'] },
    ),
    rule(
      // i18next itself is 18 kB in a browser, 15 kB in the Worker.
      'i18next-gives-only-its-types',
      { path: product },
      { path: 'node_modules/i18next/', dependencyTypesNot: ['type-only'] },
    ),
    rule(
      'crypto-knows-the-domain-alone',
      { path: '^app/crypto/' },
      { path: `${product}|^(sandbox|tests|scripts)/`, pathNot: '^app/(crypto|domain)/' },
    ),
    rule(
      'db-knows-the-domain-and-crypto',
      { path: '^db/' },
      { path: `${product}|^(sandbox|tests|scripts)/`, pathNot: '^(db/|app/(crypto|domain)/)' },
    ),
    rule(
      'integrations-know-the-domain-and-crypto',
      { path: '^app/integrations/' },
      { path: product, pathNot: '^app/(crypto|domain|integrations|i18n)/' },
    ),
    rule(
      'use-cases-know-what-is-below-them',
      { path: '^app/use-cases/' },
      {
        path: `${product}|^(sandbox|tests|scripts)/`,
        pathNot: '^(db/|app/(crypto|domain|integrations|use-cases)/)',
      },
    ),
    rule(
      // Only the composition knows which provider implements a service.
      'use-cases-know-integrations-by-type',
      { path: '^app/use-cases/' },
      { path: '^app/integrations/', dependencyTypesNot: ['type-only'] },
    ),
    rule('nothing-below-imports-workers', { path: '^(app|db|durable-objects)/' }, { path: '^workers/' }),
    rule('app-does-not-import-objects', { path: '^(app|db)/' }, { path: '^durable-objects/' }),
    rule(
      'routes-reach-the-world-through-the-load-context',
      { path: '^app/(api|routes|components|http)/' },
      // A page's read shares its viewer's round trip: `db/read.ts` opens nothing.
      { path: '^(db|durable-objects|workers)/|^app/(integrations/|config[./])', pathNot: '^db/read\\.ts$' },
    ),
    rule(
      'components-know-domain-types-only',
      { path: '^app/components/' },
      { path: product, pathNot: '^app/(components|domain|i18n|http/notice-cookie\\.ts$)' },
    ),
    rule('http-knows-no-calls-and-components', { path: '^app/http/' }, { path: '^app/(api|components)/' }),
    rule('calls-know-no-components', { path: '^app/api/' }, { path: '^app/components/' }),
    rule(
      // `backups` and `recovery` are not screens: they contain code that several screens of one subject share.
      'a-screen-keeps-its-folder-to-itself',
      { path: '^app/routes/([^/]+)/' },
      { path: '^app/routes/', pathNot: '^app/routes/($1|backups|recovery)/' },
    ),
    rule(
      'screens-are-imported-by-nothing',
      { path: product, pathNot: '^app/routes/' },
      { path: '^app/routes/' },
    ),
    rule(
      // Remix removes a route's server code from the browser's bundle, but not other files' server code. The notice
      // reads a cookie.
      'components-of-a-screen-reach-no-server-code',
      { path: '^app/routes/.+\\.tsx$', pathNot: '/route\\.tsx$' },
      {
        path: '^app/(use-cases|http)/',
        pathNot: '^app/http/(notice-cookie|cookies|define-cookie)\\.ts$',
        reachable: true,
      },
    ),
    rule(
      'config-is-read-by-the-compositions',
      {
        path: product,
        pathNot: '^(workers/(config-of|adapters)\\.ts|durable-objects/workspace/context\\.ts|app/config[./])',
      },
      { path: '^app/config[./]' },
    ),
    rule(
      'product-does-not-import-its-surroundings',
      { path: product },
      { path: '^(sandbox|tests|scripts)/|^engine/.*\\.ts$' },
    ),
    rule(
      'product-reads-of-the-engine-its-versions-alone',
      { path: product },
      { path: '^engine/', pathNot: '^engine/versions\\.json$' },
    ),
    // The sandbox shares only the product's colors and logo, which are plain values.
    rule(
      'sandbox-stands-alone',
      { path: '^sandbox/' },
      { path: `${product}|^(tests|scripts)/`, pathNot: '^app/domain/brand/' },
    ),
    rule(
      'engine-knows-the-domain-alone',
      { path: '^engine/', pathNot: '^engine/(image|contract)/' },
      { path: `${product}|^(sandbox|tests|scripts)/`, pathNot: '^app/domain/' },
    ),
    rule(
      'hook-stands-alone',
      { path: '^engine/hook/' },
      { path: `${product}|^(sandbox|tests|scripts|engine)/`, pathNot: '^engine/hook/' },
    ),
    rule(
      'n8n-internals-have-one-room',
      { path: '^engine/hook/', pathNot: '^engine/hook/n8n/' },
      { path: '^engine/hook/n8n/v' },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^build/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.product.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default'],
    },
  },
};

function rule(name, from, to) {
  return { name, severity: 'error', from, to };
}
