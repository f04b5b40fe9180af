import type { Config } from '#app/config.ts';
import { verifyCloudCredential } from '#app/crypto/cloud-credential.ts';
import { verifyFinalBackupToken } from '#app/crypto/final-backup-token.ts';
import { verifyLoginCodeToken } from '#app/crypto/login-code-token.ts';
import { newId } from '#app/crypto/secrets.ts';
import { systemClock } from '#app/domain/time/clock.ts';
import type { RequestContext } from '#app/http/load-context.ts';
import { r2BackupFiles } from '#app/integrations/backups/r2-backup-files.ts';
import { pwnedPasswords } from '#app/integrations/breached-passwords/pwned-passwords.ts';
import { n8nCatalogue } from '#app/integrations/catalogue/n8n-catalogue.ts';
import { reportError } from '#app/integrations/errors/report-error.ts';
import { altchaCheck } from '#app/integrations/human-check/altcha.ts';
import type { HumanCheckVerifier } from '#app/integrations/human-check/human-check.ts';
import { turnstileCheck } from '#app/integrations/human-check/turnstile.ts';
import { logDroppedMail } from '#app/integrations/mail/log-dropped-mail.ts';
import { resendMailer } from '#app/integrations/mail/resend.ts';
import type { Outbound } from '#app/integrations/outbound/client.ts';
import { systemOutbound } from '#app/integrations/outbound/system-outbound.ts';
import { paddleBilling } from '#app/integrations/paddle/paddle-billing.ts';
import { n8nReleases } from '#app/integrations/releases/n8n-releases.ts';
import { r2Attachments } from '#app/integrations/support/r2-attachments.ts';
import type { Services } from '#app/use-cases/services.ts';
import { configOf } from './config-of.ts';
import type { Env } from './env.ts';

/** The adapters of this isolate, which know no request. */
let shared: { env: Env; services: ReturnType<typeof composeAdapters> } | undefined;

/** @returns the adapters of `composeAdapters`, composed once per isolate. */
export function adaptersOf(env: Env) {
  if (shared?.env !== env) shared = { env, services: composeAdapters(env) };
  return shared.services;
}

function composeAdapters(env: Env) {
  const config = configOf(env);
  const clock = systemClock;
  const outbound = systemOutbound(config);
  // For a provider's fault that fails no request: reported separately from the request that met it.
  const report = (error: unknown) => reportError(error, { reference: newId('req') });
  const { verifier: humanCheck, widget } = composeHumanCheck(config, outbound);
  const services = {
    clock,
    billingProvider: paddleBilling({ ...config.paddle, outbound, clock, reportError: report }),
    secondFactorKeys: config.secondFactorKeys,
    relyingParty: { id: new URL(config.portal.url).hostname, origin: config.portal.url, name: 'Weft Cloud' },
    verifyCloudCredential: (...asked) => verifyCloudCredential(config.workspaceMasterKeys, ...asked),
    verifyLoginCodeToken: (...asked) => verifyLoginCodeToken(config.workspaceMasterKeys, ...asked),
    logDroppedMail,
    humanCheck,
    breachedPasswords: pwnedPasswords({ url: config.breachedPasswordsUrl, outbound, reportError: report }),
    mailer: resendMailer({ ...config.mail, portalUrl: config.portal.url, outbound }),
    catalogue: n8nCatalogue({ url: config.catalogueUrl, outbound, reportError: report }),
    releases: n8nReleases({
      offered: config.offeredVersions,
      url: config.versionFeedUrl,
      outbound,
      clock,
      reportError: report,
    }),
    readFinalBackupToken: (token) => verifyFinalBackupToken(config.workspaceMasterKeys, token),
    backupFiles: r2BackupFiles(env.BACKUPS),
    attachments: r2Attachments(env.ATTACHMENTS),
    supportEmail: config.supportEmail,
    clusters: config.clusters,
  } satisfies Partial<Services>;
  return { services, widget };
}

/** Composes the verifier and the page's widget: ALTCHA unless Turnstile's keys are configured. */
function composeHumanCheck(
  { humanCheck }: Config,
  outbound: Outbound,
): {
  verifier: HumanCheckVerifier;
  widget: RequestContext['humanCheck'];
} {
  if (humanCheck.kind === 'turnstile') {
    return {
      verifier: turnstileCheck({ ...humanCheck, outbound }),
      widget: { kind: 'turnstile', siteKey: humanCheck.siteKey },
    };
  }
  const altcha = altchaCheck({ ...humanCheck, clock: systemClock });
  return { verifier: altcha, widget: { kind: 'altcha', challenge: altcha.challenge } };
}
