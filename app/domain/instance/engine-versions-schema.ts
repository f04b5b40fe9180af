import { z } from 'zod';
import { parseVersion } from './releases.ts';

const instant = z.iso.datetime();
const digest = z.string().regex(/^sha256:[0-9a-f]{64}$/);

/** An n8n version that workspaces run, or ran: an entry of `engine/versions.json`. */
const engineVersion = z
  .strictObject({
    version: z.string().refine((name) => parseVersion(name) !== null, 'must be a release, such as 2.41.1'),
    /** Tag of our image: `{version}-weft.{n}`; `n` counts new hooks. */
    image: z.string(),
    /** Digest of the stock image below ours; null until `npm run engine:pin`. */
    digest: digest.nullable(),
    /** When the contract's tests last passed; null for never, and the version is not offered. */
    testedAt: instant.nullable(),
    /** Digest of the bundled hook that passed them; the image is built with no other. */
    testedHook: digest.nullable(),
    /** When we stopped offering the version; workspaces that run it keep it. */
    withdrawnAt: instant.nullable(),
    releasedAt: instant,
    /** Migrates the database so that the previous version in this list cannot read it. */
    hasBreakingChange: z.boolean(),
    hasSecurityFix: z.boolean(),
    /** Fields of an exported workflow that this version writes differently, by its release notes; such as `settings`. */
    exportChanges: z.array(z.string()).optional(),
  })
  .refine(({ version, image }) => imageRevision(version, image) !== null, {
    path: ['image'],
    message: 'must be {version}-weft.{n}',
  });

export type EngineVersion = z.infer<typeof engineVersion>;

/** `engine/versions.json`. */
export const engineVersionsSchema = z
  .array(engineVersion)
  .refine(
    (versions) => new Set(versions.map(({ version }) => version)).size === versions.length,
    'has the same version twice',
  );

/** @returns the `n` of `{version}-weft.{n}`; null for any other tag. */
export function imageRevision(version: string, tag: string): number | null {
  const prefix = `${version}-weft.`;
  const digits = tag.startsWith(prefix) ? tag.slice(prefix.length) : '';
  return /^[1-9]\d{0,5}$/.test(digits) ? Number(digits) : null;
}
