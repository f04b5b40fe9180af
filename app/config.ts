import { checkRules } from './config/rules.ts';
import { variables } from './config/variables.ts';

const schema = variables.superRefine(checkRules);

/** Paddle's checkout has another host than its script (https://developer.paddle.com/paddlejs/include-paddlejs). */
function paddleOrigins(scriptUrl: string): string[] {
  const { origin, hostname } = new URL(scriptUrl);
  return hostname.endsWith('.paddle.com') ? ['https://*.paddle.com'] : [origin];
}

/**
 * The product's configuration, parsed once per isolate and frozen; every URL is without a trailing slash.
 * @param source the Worker's `env`; its bindings are not read.
 * @throws ConfigError naming each bad variable, so that a deployment fails before it serves anyone.
 */
export function parseConfig(source: object) {
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
      // The check above ensured that each has one.
      token: env.CLUSTER_TOKENS[cluster.id] ?? '',
    })),
    engineImage: env.ENGINE_IMAGE,
    catalogueUrl: env.CATALOGUE_URL,
    versionFeedUrl: env.VERSION_FEED_URL,
    offeredVersions: env.OFFERED_VERSIONS,
    breachedPasswordsUrl: env.BREACHED_PASSWORDS_URL,
    passwordHashCost: env.PASSWORD_HASH_COST,
    outboundTimeoutFactor: env.OUTBOUND_TIMEOUT_FACTOR,
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
