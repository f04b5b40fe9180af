import { createHmac, timingSafeEqual } from 'node:crypto';
import { MINUTE_MS, SECOND_MS } from '#app/domain/time/clock.ts';

/** A signature can be this old, which limits replays, or this far in the future, since clocks differ. */
const TOLERANCE_MS = 5 * MINUTE_MS;
/** Room for the signatures of several secrets; a header is a stranger's until it is verified. */
const HEADER_MAX_LENGTH = 1_024;

/**
 * https://developer.paddle.com/webhooks/signature-verification: `ts=...;h1=...`, a hex HMAC-SHA256 of `ts:rawBody`, `ts`
 * in seconds; with an `h1` by each secret while one is replaced.
 * @param input.header empty when absent.
 * @param input.now UTC ms.
 * @returns whether Paddle has sent this body, in the last five minutes.
 */
export function verifyPaddleSignature(input: {
  header: string;
  rawBody: string;
  secrets: readonly string[];
  now: number;
}): boolean {
  const { rawBody, secrets, now } = input;
  const parsed = parseHeader(input.header);
  if (!parsed || Math.abs(now - Number(parsed.ts) * SECOND_MS) > TOLERANCE_MS) return false;
  return secrets.some((secret) => {
    // An unset secret must not act as a key that everyone knows.
    if (secret === '') return false;
    const expected = createHmac('sha256', secret).update(`${parsed.ts}:${rawBody}`).digest();
    return parsed.signatures.some((signature) => timingSafeEqual(signature, expected));
  });
}

function parseHeader(header: string): { ts: string; signatures: Buffer[] } | null {
  if (header.length > HEADER_MAX_LENGTH) return null;
  const valuesOf = (name: string) =>
    header
      .split(';')
      .map((part) => part.trim())
      .filter((part) => part.startsWith(`${name}=`))
      .map((part) => part.slice(name.length + 1));
  const [ts, ...more] = valuesOf('ts');
  if (ts === undefined || more.length > 0 || !/^\d{1,12}$/.test(ts)) return null;
  const signatures = valuesOf('h1')
    .filter((hex) => /^[\da-f]{64}$/.test(hex))
    .map((hex) => Buffer.from(hex, 'hex'));
  return { ts, signatures };
}
