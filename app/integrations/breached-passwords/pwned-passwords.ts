import { createHash } from 'node:crypto';
import type { Outbound } from '../outbound/client.ts';
import { OutboundError } from '../outbound/errors.ts';

/** A person waits for the form's answer. */
const RANGE_TIMEOUT_MS = 1_500;
/** A padded range is under 100 kB today. */
const RANGE_MAX_BYTES = 512 * 1024;
const PREFIX_LENGTH = 5;
const RANGE_LINE = /^([0-9A-F]{35}):(\d{1,10})$/;

/**
 * Have I Been Pwned's range API (https://haveibeenpwned.com/API/v3#PwnedPasswords): only five hex digits of the
 * password's SHA-1 leave the Worker, and padding hides from the answer's length which range was asked.
 */
export function pwnedPasswords(settings: {
  url: string;
  outbound: Outbound;
  reportError(error: unknown): void;
}) {
  return {
    /** @returns whether a known breach contains the password; also false when the service cannot be reached. Never throws. */
    async contains(password: string): Promise<boolean> {
      const hash = sha1Hex(password);
      try {
        const counts = await readRange(settings, hash.slice(0, PREFIX_LENGTH));
        // Padding lines have the count 0.
        return (counts.get(hash.slice(PREFIX_LENGTH)) ?? 0) > 0;
      } catch (error) {
        settings.reportError(
          new Error(`A new password was not checked against breaches: ${reasonOf(error)}`),
        );
        return false;
      }
    },
  };
}

export type BreachedPasswords = ReturnType<typeof pwnedPasswords>;

async function readRange(
  { url, outbound }: { url: string; outbound: Outbound },
  prefix: string,
): Promise<Map<string, number>> {
  const response = await outbound.request(`${url}/range/${prefix}`, {
    headers: { Accept: 'text/plain', 'Add-Padding': 'true' },
    timeoutMs: RANGE_TIMEOUT_MS,
    maxBodyBytes: RANGE_MAX_BYTES,
    retry: 'never',
  });
  const lines = (await response.text()).trim().split(/\r?\n/);
  return new Map(
    lines.map((line): [string, number] => {
      const [, suffix, count] = RANGE_LINE.exec(line) ?? [];
      if (suffix === undefined) throw new RangeUnreadable();
      return [suffix, Number(count)];
    }),
  );
}

/** The answer is not a range; its content must not be logged. */
class RangeUnreadable extends Error {}

/** @returns the cause, without the address: its path reveals part of the password's hash. */
function reasonOf(error: unknown): string {
  if (error instanceof OutboundError) return error.message;
  if (error instanceof RangeUnreadable) return 'the answer is not a range';
  return error instanceof Error ? error.name : 'unknown';
}

/** In the Unicode form that is hashed for the database, so that both mean the same password. */
function sha1Hex(password: string): string {
  return createHash('sha1').update(password.normalize('NFKC')).digest('hex').toUpperCase();
}
