import { createHmac } from 'node:crypto';
import { paths } from '../app/domain/paths.ts';
import { readArguments, refuseArguments, runCommand } from './command-line.ts';

const ANSWERS_WITHIN_MS = 15_000;
const REQUIRED = ['DATABASE_URL', 'PADDLE_WEBHOOK_SECRET', 'PORTAL_URL'] as const;

const USAGE = 'npm run billing:replay -- EVENT   sends the stored event with this id (evt_…) again';

/**
 * `npm run billing:replay -- evt_…`: sends a stored event of the billing provider again, under a new signature. For an
 * event without effect, because the code did not understand it, or because its stored body was wrong and is now corrected.
 *
 * The webhook applies an event only if it is newer than the stored state, so replaying an old event changes nothing. Reads
 * DATABASE_URL, DATABASE_TOKEN (a local database has none), PADDLE_WEBHOOK_SECRET (of several, the first signs) and
 * PORTAL_URL from the environment.
 */
async function main(): Promise<void> {
  const [eventId, ...more] = readArguments(USAGE, { allowPositionals: true }).positionals;
  if (!eventId || more.length > 0) refuseArguments('Name one event.', USAGE);
  const { databaseUrl, secret, portalUrl } = readEnvironment();
  const rawBody = await readRawEvent(databaseUrl, eventId);
  if (rawBody === null) throw new Error(`The database has no event ${eventId}.`);
  await refuseForeign(eventId, rawBody);

  const response = await fetch(new URL(paths.paddleWebhook, portalUrl), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Paddle-Signature': signatureOf(rawBody, secret) },
    body: rawBody,
    redirect: 'manual',
    signal: AbortSignal.timeout(ANSWERS_WITHIN_MS),
  });
  const answer = `${portalUrl} answered ${response.status} ${await response.text()}`.trimEnd();
  if (!response.ok) throw new Error(`${eventId} was not accepted: ${answer}`);
  console.info(`${eventId} was accepted: ${answer}`);
}

function readEnvironment(): { databaseUrl: string; secret: string; portalUrl: string } {
  const missing = REQUIRED.filter((name) => !process.env[name]);
  if (missing.length > 0) throw new Error(`Replaying needs these in the environment: ${missing.join(', ')}`);
  const { DATABASE_URL = '', PADDLE_WEBHOOK_SECRET = '', PORTAL_URL = '' } = process.env;
  const secret = PADDLE_WEBHOOK_SECRET.split(',')[0]?.trim();
  if (!secret) throw new Error('The first secret in PADDLE_WEBHOOK_SECRET is empty.');
  return { databaseUrl: DATABASE_URL, secret, portalUrl: PORTAL_URL };
}

/** Imports the database's modules late: they take half a second to load, which a mistyped argument need not wait for. */
async function readRawEvent(url: string, eventId: string): Promise<string | null> {
  const { openDatabase } = await import('../db/client.ts');
  const { billingStore } = await import('../db/queries/billing.ts');
  const db = openDatabase({ url, token: process.env.DATABASE_TOKEN || undefined });
  return billingStore(db).rawEvent(eventId);
}

/** The provider's answers to our own calls are stored among the events, in our form: no webhook can send them. */
async function refuseForeign(eventId: string, rawBody: string): Promise<void> {
  const { parsePaddleEvent } = await import('../app/integrations/paddle/event.ts');
  try {
    parsePaddleEvent(rawBody);
  } catch (cause) {
    throw new Error(
      `${eventId} cannot be replayed: its body does not come from the provider. Neither does that of subscription.answered, ` +
        'which is what the provider answered to a call of ours.',
      { cause },
    );
  }
}

/** https://developer.paddle.com/webhooks/signature-verification */
function signatureOf(rawBody: string, secret: string): string {
  const ts = Math.floor(Date.now() / 1_000);
  return `ts=${ts};h1=${createHmac('sha256', secret).update(`${ts}:${rawBody}`).digest('hex')}`;
}

await runCommand(main);
