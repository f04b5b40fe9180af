import { z } from 'zod';
import { type KeyRing, parseKeyRing } from '#app/crypto/key-ring.ts';
import { PASSWORD_HASH_COST } from '#app/domain/account/password.ts';
import { parseOptionalJson } from '#app/domain/encoding/parse-json.ts';
import { featureFlagsSchema } from '../domain/flags/flags.ts';

const httpUrl = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/$/, ''));
const MIN_SECRET_LENGTH = 32;
const secret = z
  .string()
  .min(MIN_SECRET_LENGTH, `must be a secret of at least ${MIN_SECRET_LENGTH} characters`);
/** A secret with its versions (docs/decisions/key-versions.md). */
const keyRing = z.string({ error: 'must be set' }).transform((text, issues): KeyRing => {
  try {
    return parseKeyRing(text);
  } catch (error) {
    issues.addIssue({ code: 'custom', message: error instanceof Error ? error.message : 'is not a key' });
    return z.NEVER;
  }
});
/** Cost of a human check: about a second of one core. */
export const HUMAN_CHECK_MAX_GUESSES = 3_000;
/** No cluster finds an image there; the sandbox's cluster pulls no images. */
const LOCAL_IMAGE = 'localhost/weft-n8n';
/** An empty variable counts as a missing one. */
const optional = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema);

/** A variable with JSON; an error names its path, such as `CLUSTERS.0.region`. */
function json<Schema extends z.ZodType>(inner: Schema) {
  return z
    .string({ error: 'must be set' })
    .transform((text, issues): unknown => {
      const value = parseOptionalJson(text);
      if (value === undefined) issues.addIssue({ code: 'custom', message: 'must be JSON' });
      return value;
    })
    .pipe(inner);
}

/** The clusters that workspaces run on (docs/cluster.md). */
const clusterList = z
  .array(
    z.strictObject({
      /** Stored in the database while a workspace runs there, so no other cluster ever gets this id. */
      id: z.string().regex(/^[a-z0-9-]{1,63}$/),
      region: z.string().regex(/^[a-z0-9-]{1,32}$/),
      apiUrl: httpUrl,
      namespace: z.string().regex(/^[a-z0-9-]{1,63}$/),
      /** The URL of a workspace's Service; `{service}` is replaced by its name. */
      ingressUrl: z.string().includes('{service}').startsWith('http'),
      /** Memory for workspaces; zero takes no new ones. */
      capacityMib: z.int().nonnegative(),
    }),
  )
  .min(1, 'must list at least one cluster')
  .refine(
    (clusters) => new Set(clusters.map(({ id }) => id)).size === clusters.length,
    'has the same id twice',
  );

/** The strings in the Worker's `env`. Rules between variables are in `rules.ts`. */
export const variables = z.object({
  ENVIRONMENT: z.enum(['sandbox', 'production']),
  PORTAL_URL: httpUrl,
  DATABASE_URL: httpUrl,
  DATABASE_TOKEN: optional(z.string().optional()),
  MAIL_URL: httpUrl,
  MAIL_KEY: z.string().min(1),
  MAIL_FROM: z.string().min(3),
  /** Inbox in which support reads questions from /help. */
  SUPPORT_EMAIL: z.email(),
  CLUSTERS: json(clusterList),
  CLUSTER_TOKENS: json(z.record(z.string(), z.string().min(1))),
  /** Repository of our n8n images (docs/engine.md); its tags are those of engine/versions.json. */
  ENGINE_IMAGE: optional(
    z
      .string()
      .regex(/^[a-z0-9.-]+(:\d+)?(\/[a-z0-9._-]+)+$/, 'must be {registry}/{name}, without a tag')
      .default(LOCAL_IMAGE),
  ),
  CATALOGUE_URL: httpUrl,
  VERSION_FEED_URL: httpUrl,
  /** n8n versions to choose from: `tested` (engine/versions.json); in the sandbox also `feed`, all that n8n lists. */
  OFFERED_VERSIONS: optional(z.enum(['tested', 'feed']).default('tested')),
  /** Have I Been Pwned's range API, which new passwords are checked with. */
  BREACHED_PASSWORDS_URL: httpUrl,
  WORKSPACE_MASTER_KEY: keyRing,
  /** Encrypts what a second factor needs to check codes. */
  SECOND_FACTOR_KEY: keyRing,
  HUMAN_CHECK_KEY: secret,
  /** Maximum number of guesses for solving an ALTCHA challenge; tests set fewer, production must not. */
  HUMAN_CHECK_MAX_GUESSES: optional(z.coerce.number().int().min(3).default(HUMAN_CHECK_MAX_GUESSES)),
  /** Multiplies the timeouts of calls to providers; tests set more, so that a busy machine fails no call. */
  OUTBOUND_TIMEOUT_FACTOR: optional(z.coerce.number().int().min(1).default(1)),
  /** scrypt's N; tests set less, production must not. */
  PASSWORD_HASH_COST: optional(
    z.coerce
      .number()
      .int()
      .min(2)
      .refine((cost) => Number.isInteger(Math.log2(cost)), 'must be a power of two')
      .default(PASSWORD_HASH_COST),
  ),
  TURNSTILE_SITE_KEY: optional(z.string().optional()),
  TURNSTILE_SECRET_KEY: optional(z.string().optional()),
  TURNSTILE_VERIFY_URL: httpUrl.default('https://challenges.cloudflare.com/turnstile/v0/siteverify'),
  PADDLE_API_URL: httpUrl,
  PADDLE_API_KEY: z.string().min(1),
  PADDLE_CLIENT_TOKEN: z.string().min(1),
  PADDLE_JS_URL: httpUrl,
  /** While a secret is being replaced: both, with a comma. */
  PADDLE_WEBHOOK_SECRET: z
    .string()
    .refine(
      (text) => text.split(',').every((each) => each.trim().length >= MIN_SECRET_LENGTH),
      `must be a secret of at least ${MIN_SECRET_LENGTH} characters, or two of these with a comma`,
    ),
  /** JSON by the flag's name (docs/flags.md); one that does not exist stops the boot. */
  FEATURE_FLAGS: optional(json(featureFlagsSchema).prefault('{}')),
  /** Address to which pages post their events; without it, nothing is counted. */
  ANALYTICS_URL: optional(httpUrl.optional()),
  /** The tag manager's script; without it, pages load no tag manager. */
  TAG_MANAGER_URL: optional(httpUrl.optional()),
  /** `true` while workspaces must not be changed, such as during work on a cluster. */
  OPERATIONS_DISABLED: optional(z.enum(['true', 'false']).default('false')),
  /**
   * How long a workspace may take to start an answer; by default as long as Cloudflare waits for an origin. At most ten
   * minutes: an alarm that replays a held webhook has 15.
   */
  WORKSPACE_FIRST_BYTE_TIMEOUT_MS: optional(z.coerce.number().int().positive().max(600_000).default(100_000)),
  SANDBOX_CLOCK_TOKEN: optional(secret.optional()),
  SANDBOX_URL: optional(httpUrl.optional()),
});

export type Variables = z.infer<typeof variables>;
