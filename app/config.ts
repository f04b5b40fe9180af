import { z } from 'zod';
import { featureFlagsSchema } from './domain/flags/flags.ts';
import { type KeyRing, parseKeyRing } from './use-cases/key-ring.ts';

const httpUrl = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/$/, ''));
const secret = z.string().min(32, 'must be a secret of at least 32 characters');
/** A secret with its versions (docs/decisions/key-versions.md). */
const keyRing = z.string({ error: 'must be set' }).transform((text, issues): KeyRing => {
  try {
    return parseKeyRing(text);
  } catch (error) {
    issues.addIssue({ code: 'custom', message: error instanceof Error ? error.message : 'is no key' });
    return z.NEVER;
  }
});
/** What a human check costs: about a second of one core. */
const HUMAN_CHECK_MAX_GUESSES = 3_000;
/** No cluster finds an image there; the sandbox's pulls none. */
const LOCAL_IMAGE = 'localhost/weft-n8n';
const emptyAsAbsent = (value: unknown) => (value === '' ? undefined : value);

/** A variable that holds JSON; what is wrong inside is told by its place, such as `CLUSTERS.0.region`. */
function json<Schema extends z.ZodType>(inner: Schema) {
  return z
    .string({ error: 'must be set' })
    .transform((text, issues): unknown => {
      try {
        return JSON.parse(text);
      } catch {
        issues.addIssue({ code: 'custom', message: 'must be JSON' });
        return z.NEVER;
      }
    })
    .pipe(inner);
}

/** The clusters that workspaces run on (docs/cluster.md). */
const clusterList = z
  .array(
    z.strictObject({
      /** Stands in the database for as long as a workspace runs there: never given to another cluster. */
      id: z.string().regex(/^[a-z0-9-]{1,63}$/),
      region: z.string().regex(/^[a-z0-9-]{1,32}$/),
      apiUrl: httpUrl,
      namespace: z.string().regex(/^[a-z0-9-]{1,63}$/),
      /** Of a workspace's Service, `{service}` standing for its name. */
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

const schema = z
  .object({
    ENVIRONMENT: z.enum(['sandbox', 'production']),
    PORTAL_URL: httpUrl,
    DATABASE_URL: httpUrl,
    DATABASE_TOKEN: z.preprocess(emptyAsAbsent, z.string().optional()),
    MAIL_URL: httpUrl,
    MAIL_KEY: z.string().min(1),
    MAIL_FROM: z.string().min(3),
    /** Where support reads what people ask on /help. */
    SUPPORT_EMAIL: z.email(),
    CLUSTERS: json(clusterList),
    CLUSTER_TOKENS: json(z.record(z.string(), z.string().min(1))),
    /** Repository of our n8n images (docs/engine.md); its tags are those of engine/versions.json. */
    ENGINE_IMAGE: z.preprocess(
      emptyAsAbsent,
      z
        .string()
        .regex(/^[a-z0-9.-]+(:\d+)?(\/[a-z0-9._-]+)+$/, 'must be {registry}/{name}, without a tag')
        .default(LOCAL_IMAGE),
    ),
    CATALOGUE_URL: httpUrl,
    VERSION_FEED_URL: httpUrl,
    /** n8n versions to choose from: `tested` (engine/versions.json); in the sandbox also `feed`, all that n8n lists. */
    OFFERED_VERSIONS: z.preprocess(emptyAsAbsent, z.enum(['tested', 'feed']).default('tested')),
    /** Have I Been Pwned's range API, which new passwords are checked with. */
    BREACHED_PASSWORDS_URL: httpUrl,
    WORKSPACE_MASTER_KEY: keyRing,
    /** Encrypts what a second factor needs to check codes. */
    SECOND_FACTOR_KEY: keyRing,
    HUMAN_CHECK_KEY: secret,
    /** Most guesses that solving an ALTCHA challenge takes; tests set fewer, production may not. */
    HUMAN_CHECK_MAX_GUESSES: z.preprocess(
      emptyAsAbsent,
      z.coerce.number().int().min(3).default(HUMAN_CHECK_MAX_GUESSES),
    ),
    TURNSTILE_SITE_KEY: z.preprocess(emptyAsAbsent, z.string().optional()),
    TURNSTILE_SECRET_KEY: z.preprocess(emptyAsAbsent, z.string().optional()),
    TURNSTILE_VERIFY_URL: httpUrl.default('https://challenges.cloudflare.com/turnstile/v0/siteverify'),
    PADDLE_API_URL: httpUrl,
    PADDLE_API_KEY: z.string().min(1),
    PADDLE_CLIENT_TOKEN: z.string().min(1),
    PADDLE_JS_URL: httpUrl,
    /** While a secret is being replaced: both, with a comma. */
    PADDLE_WEBHOOK_SECRET: secret,
    /** JSON by the flag's name (docs/flags.md); one that does not exist stops the boot. */
    FEATURE_FLAGS: z.preprocess((value) => emptyAsAbsent(value) ?? '{}', json(featureFlagsSchema)),
    /** Where page events are posted; nothing is counted without it. */
    ANALYTICS_URL: z.preprocess(emptyAsAbsent, httpUrl.optional()),
    /** The tag manager's script; none is loaded without it. */
    TAG_MANAGER_URL: z.preprocess(emptyAsAbsent, httpUrl.optional()),
    /** `true` while workspaces must not be changed, such as during work on a cluster. */
    OPERATIONS_DISABLED: z.preprocess(emptyAsAbsent, z.enum(['true', 'false']).default('false')),
    /** How long a workspace may take to begin an answer; by default as long as Cloudflare waits for an origin. */
    WORKSPACE_FIRST_BYTE_TIMEOUT_MS: z.preprocess(
      emptyAsAbsent,
      z.coerce.number().int().positive().default(100_000),
    ),
    SANDBOX_CLOCK_TOKEN: z.preprocess(emptyAsAbsent, secret.optional()),
    SANDBOX_URL: z.preprocess(emptyAsAbsent, httpUrl.optional()),
  })
  .superRefine((env, issues) => {
    for (const { id } of env.CLUSTERS) {
      if (env.CLUSTER_TOKENS[id] !== undefined) continue;
      const message = `has no token for the cluster ${id}`;
      issues.addIssue({ code: 'custom', path: ['CLUSTER_TOKENS'], message });
    }
    for (const id of Object.keys(env.CLUSTER_TOKENS)) {
      if (env.CLUSTERS.some((cluster) => cluster.id === id)) continue;
      const message = `has a token for ${id}, which is not in CLUSTERS`;
      issues.addIssue({ code: 'custom', path: ['CLUSTER_TOKENS'], message });
    }
    if (Boolean(env.TURNSTILE_SITE_KEY) !== Boolean(env.TURNSTILE_SECRET_KEY)) {
      issues.addIssue({
        code: 'custom',
        path: ['TURNSTILE_SITE_KEY'],
        message: 'TURNSTILE_SITE_KEY and TURNSTILE_SECRET_KEY come together or not at all',
      });
    }
    if (env.ENVIRONMENT !== 'production') return;
    for (const [path, url] of addressesOf(env)) {
      if (url.startsWith('https:')) continue;
      issues.addIssue({ code: 'custom', path, message: 'must be https in production' });
    }
    if (/^localhost[:/]/.test(env.ENGINE_IMAGE)) {
      issues.addIssue({
        code: 'custom',
        path: ['ENGINE_IMAGE'],
        message: 'must name the registry that clusters pull from',
      });
    }
    if (env.OFFERED_VERSIONS === 'feed') {
      issues.addIssue({
        code: 'custom',
        path: ['OFFERED_VERSIONS'],
        message: 'must be tested in production: feed offers versions that nobody has tried',
      });
    }
    if (env.HUMAN_CHECK_MAX_GUESSES < HUMAN_CHECK_MAX_GUESSES) {
      issues.addIssue({
        code: 'custom',
        path: ['HUMAN_CHECK_MAX_GUESSES'],
        message: `must be at least ${HUMAN_CHECK_MAX_GUESSES} in production`,
      });
    }
    if (env.SANDBOX_CLOCK_TOKEN) {
      issues.addIssue({
        code: 'custom',
        path: ['SANDBOX_CLOCK_TOKEN'],
        message: 'moves the time of a workspace and must not exist in production',
      });
    }
  });

/** Everything that is spoken to, with the place where it is configured. */
function addressesOf(env: {
  PORTAL_URL: string;
  DATABASE_URL: string;
  MAIL_URL: string;
  CATALOGUE_URL: string;
  VERSION_FEED_URL: string;
  BREACHED_PASSWORDS_URL: string;
  TURNSTILE_VERIFY_URL: string;
  PADDLE_API_URL: string;
  PADDLE_JS_URL: string;
  ANALYTICS_URL?: string | undefined;
  TAG_MANAGER_URL?: string | undefined;
  CLUSTERS: ReadonlyArray<{ apiUrl: string; ingressUrl: string }>;
}): Array<[Array<string | number>, string]> {
  const { PORTAL_URL, DATABASE_URL, MAIL_URL, CATALOGUE_URL, VERSION_FEED_URL, TURNSTILE_VERIFY_URL } = env;
  const { PADDLE_API_URL, PADDLE_JS_URL, ANALYTICS_URL, TAG_MANAGER_URL, BREACHED_PASSWORDS_URL } = env;
  const single = {
    PORTAL_URL,
    DATABASE_URL,
    MAIL_URL,
    CATALOGUE_URL,
    VERSION_FEED_URL,
    BREACHED_PASSWORDS_URL,
    TURNSTILE_VERIFY_URL,
    PADDLE_API_URL,
    PADDLE_JS_URL,
    ...(ANALYTICS_URL === undefined ? {} : { ANALYTICS_URL }),
    ...(TAG_MANAGER_URL === undefined ? {} : { TAG_MANAGER_URL }),
  };
  return [
    ...Object.entries(single).map(([name, url]): [string[], string] => [[name], url]),
    ...env.CLUSTERS.flatMap(
      ({ apiUrl, ingressUrl }, index): Array<[Array<string | number>, string]> => [
        [['CLUSTERS', index, 'apiUrl'], apiUrl],
        [['CLUSTERS', index, 'ingressUrl'], ingressUrl],
      ],
    ),
  ];
}

/**
 * Paddle's script comes from one host and its checkout from another (https://developer.paddle.com/paddlejs/include-paddlejs);
 * the sandbox's are one.
 */
function paddleOrigins(scriptUrl: string): string[] {
  const { origin, hostname } = new URL(scriptUrl);
  return hostname.endsWith('.paddle.com') ? ['https://*.paddle.com'] : [origin];
}

/** Bindings arrive in the same record as variables; only what the schema names is read. */
export type ConfigSource = object;

/**
 * The product's configuration, parsed once per isolate and frozen.
 * @param source the Worker's `env`: variables and secrets as strings.
 * @returns grouped settings; every URL is without a trailing slash.
 * @throws ConfigError naming each bad variable, so that a deployment fails before it serves anyone.
 */
export function parseConfig(source: ConfigSource) {
  const parsed = schema.safeParse(source);
  if (!parsed.success) throw new ConfigError(parsed.error.issues);
  const env = parsed.data;
  const portal = new URL(env.PORTAL_URL);
  return Object.freeze({
    environment: env.ENVIRONMENT,
    portal: {
      url: portal.origin,
      host: portal.host,
      protocol: portal.protocol as 'http:' | 'https:',
      isSecure: portal.protocol === 'https:',
    },
    database: { url: env.DATABASE_URL, token: env.DATABASE_TOKEN },
    mail: { url: env.MAIL_URL, key: env.MAIL_KEY, from: env.MAIL_FROM },
    supportEmail: env.SUPPORT_EMAIL,
    clusters: env.CLUSTERS.map(({ ingressUrl, ...cluster }) => ({
      ...cluster,
      ingressUrlTemplate: ingressUrl,
      // That each has one was checked above.
      token: env.CLUSTER_TOKENS[cluster.id] ?? '',
    })),
    engineImage: env.ENGINE_IMAGE,
    catalogueUrl: env.CATALOGUE_URL,
    versionFeedUrl: env.VERSION_FEED_URL,
    offeredVersions: env.OFFERED_VERSIONS,
    breachedPasswordsUrl: env.BREACHED_PASSWORDS_URL,
    areOperationsDisabled: env.OPERATIONS_DISABLED === 'true',
    firstByteTimeoutMs: env.WORKSPACE_FIRST_BYTE_TIMEOUT_MS,
    workspaceMasterKeys: env.WORKSPACE_MASTER_KEY,
    secondFactorKeys: env.SECOND_FACTOR_KEY,
    humanCheck:
      env.TURNSTILE_SITE_KEY && env.TURNSTILE_SECRET_KEY
        ? {
            kind: 'turnstile' as const,
            siteKey: env.TURNSTILE_SITE_KEY,
            secretKey: env.TURNSTILE_SECRET_KEY,
            verifyUrl: env.TURNSTILE_VERIFY_URL,
          }
        : {
            kind: 'altcha' as const,
            key: env.HUMAN_CHECK_KEY,
            maxGuesses: env.HUMAN_CHECK_MAX_GUESSES,
          },
    paddle: {
      apiUrl: env.PADDLE_API_URL,
      apiKey: env.PADDLE_API_KEY,
      clientToken: env.PADDLE_CLIENT_TOKEN,
      scriptUrl: env.PADDLE_JS_URL,
      origins: paddleOrigins(env.PADDLE_JS_URL),
      webhookSecrets: env.PADDLE_WEBHOOK_SECRET.split(',').map((secret) => secret.trim()),
    },
    featureFlags: env.FEATURE_FLAGS,
    analytics: { url: env.ANALYTICS_URL ?? null, tagManagerUrl: env.TAG_MANAGER_URL ?? null },
    sandbox:
      env.ENVIRONMENT === 'sandbox'
        ? { clockToken: env.SANDBOX_CLOCK_TOKEN, url: env.SANDBOX_URL }
        : undefined,
  });
}

export type Config = ReturnType<typeof parseConfig>;

/** A configuration that must not serve: its message is one readable line per bad variable. */
class ConfigError extends Error {
  constructor(issues: ReadonlyArray<{ path: PropertyKey[]; message: string }>) {
    const lines = issues.map((issue) => `  ${issue.path.join('.') || '(configuration)'}: ${issue.message}`);
    super(`The configuration is not usable:\n${lines.join('\n')}`);
    this.name = 'ConfigError';
  }
}
