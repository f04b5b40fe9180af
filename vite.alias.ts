import { fileURLToPath } from 'node:url';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Passkeys need very little of ASN.1; all of `@peculiar/*` would add 84 KiB gzip to the Worker. */
export const asn1Alias = { find: /^@peculiar\/.+/, replacement: at('workers/webauthn-asn1.ts') };

/** Formats of attestations that `workers/webauthn-attestations.ts` refuses, with the checks of their certificates. */
export const attestationsAlias = {
  find: /^(?:\.\/(?:verifications\/(?:tpm\/)?verifyAttestation(?!Packed)\w+|defaultRootCerts\/[\w-]+)|[./]+\/(?:services\/metadataService|metadata\/verifyAttestationWithMetadata|helpers\/validateCertificatePath))\.js$/,
  replacement: at('workers/webauthn-attestations.ts'),
};

/** Remix's loader of a page's parts, behind the page's own guard. */
export const routeModulesAlias = {
  find: /^\.\/routeModules\.js$/,
  replacement: at('app/components/layout/load-route-module.ts'),
};

/** Babel's helpers of a package that was compiled for older browsers. */
export const babelHelpersAlias = {
  find: /^\.{1,2}\/_virtual\/_rollupPluginBabelHelpers\.m?js$/,
  replacement: at('app/remix/babel-helpers.ts'),
};
