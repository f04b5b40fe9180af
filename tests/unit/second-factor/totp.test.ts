import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { base32, matchTotp, TOTP_STEP_MS, totpCode, totpUri } from '#app/crypto/totp.ts';
import { anyText } from '#tests/support/any-text.ts';

/** RFC 6238, appendix B. */
const rfcSecret = new TextEncoder().encode('12345678901234567890');
const secrets = fc.uint8Array({ minLength: 20, maxLength: 20 });
/** Up to the year 10000: beyond, milliseconds exceed safe integers. */
const steps = fc.integer({ min: 1_000, max: 8_000_000_000 });

describe('the code of a step', () => {
  test.each([
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ])('at %i s ends like %s of RFC 6238', async (seconds, eightDigits) => {
    const step = Math.floor((seconds * 1000) / TOTP_STEP_MS);
    expect(totpCode(rfcSecret, step)).toBe(eightDigits.slice(2));
  });

  test('keeps its leading zeros', async () => {
    // RFC 4226 uses the same secret; the code at 1111111109 s begins with 0 in six digits too.
    expect(totpCode(rfcSecret, 37_037_036)).toBe('081804');
  });
});

describe('matching a typed code', () => {
  test('accepts the code of a step exactly when it is within the tolerance of the drift', async () => {
    await fc.assert(
      fc.asyncProperty(
        secrets,
        steps,
        fc.integer({ min: 0, max: TOTP_STEP_MS - 1 }),
        fc.integer({ min: -5, max: 5 }),
        fc.integer({ min: 0, max: 3 }),
        fc.integer({ min: -9, max: 9 }),
        async (secret, current, within, drift, tolerance, ahead) => {
          const now = current * TOTP_STEP_MS + within;
          const code = totpCode(secret, current + ahead);
          const found = matchTotp({ secret, code, now, drift, tolerance });
          if (Math.abs(ahead - drift) <= tolerance) {
            // Two steps rarely have the same code; a match at another step must have this code too.
            expect(found?.drift).toBe((found?.step ?? 0) - current);
            expect(totpCode(secret, found?.step ?? 0)).toBe(code);
          } else if (found) {
            expect(totpCode(secret, found.step)).toBe(code);
            expect(Math.abs(found.drift - drift)).toBeLessThanOrEqual(tolerance);
          }
        },
      ),
    );
  });

  test.each([
    [-1, -1],
    [0, 0],
    [1, 1],
    [2, null],
    [-2, null],
  ])('reports a phone that is %i steps ahead as %s', async (ahead, drift) => {
    const current = 37_037_036;
    const code = totpCode(rfcSecret, current + ahead);
    const found = matchTotp({
      secret: rfcSecret,
      code,
      now: current * TOTP_STEP_MS,
      drift: 0,
      tolerance: 1,
    });
    expect(found).toEqual(drift === null ? null : { step: current + ahead, drift });
  });

  test('follows a phone whose clock is a minute off once its drift is known', async () => {
    const current = 37_037_036;
    const code = totpCode(rfcSecret, current + 3);
    const input = { secret: rfcSecret, code, now: current * TOTP_STEP_MS, tolerance: 1 };
    expect(matchTotp({ ...input, drift: 0 })).toBeNull();
    expect(matchTotp({ ...input, drift: 2 })).toEqual({ step: current + 3, drift: 3 });
  });

  test('finds the same step again for a replayed code, so that the caller can refuse it', async () => {
    const code = totpCode(rfcSecret, 1000);
    const at = (step: number) =>
      matchTotp({ secret: rfcSecret, code, now: step * TOTP_STEP_MS, drift: 0, tolerance: 1 });
    expect([await at(999), await at(1000), await at(1001), await at(1002)]).toEqual([
      { step: 1000, drift: 1 },
      { step: 1000, drift: 0 },
      { step: 1000, drift: -1 },
      null,
    ]);
  });

  test('tries no step before 1970', async () => {
    const code = totpCode(rfcSecret, 0);
    expect(matchTotp({ secret: rfcSecret, code, now: 0, drift: 0, tolerance: 2 })).toEqual({
      step: 0,
      drift: 0,
    });
  });

  test.each(['081804', '081 804', ' 081804 ', '08 18 04', '0 8 1 8 0 4'])('accepts "%s"', async (code) => {
    expect(await matchRfc(code)).toEqual({ step: 37_037_036, drift: 0 });
  });

  test.each([
    ['nothing', ''],
    ['five digits', '81804'],
    ['eight digits', '07081804'],
    ['Arabic digits', '٠٨١٨٠٤'],
    ['full-width digits', '０８１８０４'],
    ['a no-break space', '081\u00a0804'],
    ['a zero-width space', '081\u200b804'],
    ['a hyphen', '081-804'],
    ['a line break at the end', '081804\n'],
    ['a tab', '081\t804'],
    ['a sign', '+81804'],
    ['an exponent', '8180e4'],
    ['10 MB of spaces', `081804${' '.repeat(10_000_000)}`],
  ])('refuses %s', async (_, code) => {
    expect(await matchRfc(code)).toBeNull();
  });

  test('accepts any text without an exception', async () => {
    await fc.assert(
      fc.asyncProperty(anyText, async (code) => {
        if (code.replaceAll(' ', '') !== '081804') expect(await matchRfc(code)).toBeNull();
      }),
    );
  });
});

describe('the address for a QR code', () => {
  test('names issuer, account and secret', () => {
    expect(totpUri({ secret: rfcSecret, issuer: 'Weft Cloud', account: 'ada@example.com' })).toBe(
      'otpauth://totp/Weft%20Cloud:ada%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Weft%20Cloud&algorithm=SHA1&digits=6&period=30',
    );
  });

  test('returns any account name, with one colon between issuer and account', () => {
    fc.assert(
      fc.property(secrets, anyText, (secret, account) => {
        const uri = new URL(totpUri({ secret, issuer: 'Weft Cloud', account }));
        const [issuer, read, ...rest] = decodeURIComponent(uri.pathname.replace(/^\/+(totp\/)?/, '')).split(
          ':',
        );
        expect([issuer, read, rest]).toEqual([
          'Weft Cloud',
          account.replaceAll(':', ' ').replaceAll(/\p{Surrogate}/gu, '\ufffd'),
          [],
        ]);
        expect([...uri.searchParams.keys()]).toEqual(['secret', 'issuer', 'algorithm', 'digits', 'period']);
        expect(uri.searchParams.get('secret')).toMatch(/^[A-Z2-7]{32}$/);
        expect(uri.hash).toBe('');
      }),
    );
  });

  test('replaces half a surrogate pair', () => {
    expect(totpUri({ secret: rfcSecret, issuer: 'W', account: 'a\ud83d' })).toContain('W:a%EF%BF%BD?');
  });
});

describe('base32', () => {
  // RFC 4648, section 10, without padding.
  test.each([
    ['', ''],
    ['f', 'MY'],
    ['fo', 'MZXQ'],
    ['foo', 'MZXW6'],
    ['foob', 'MZXW6YQ'],
    ['fooba', 'MZXW6YTB'],
    ['foobar', 'MZXW6YTBOI'],
  ])('writes "%s" as "%s"', (text, encoded) => {
    expect(base32(new TextEncoder().encode(text))).toBe(encoded);
  });
});

/** Matches a code at the time when the RFC's secret yields 081804. */
function matchRfc(code: string) {
  return matchTotp({ secret: rfcSecret, code, now: 1_111_111_109_000, drift: 0, tolerance: 0 });
}
