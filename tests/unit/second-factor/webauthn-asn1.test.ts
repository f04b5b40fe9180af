import { generateKeyPairSync, sign } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AsnParser, ECDSASigValue } from '#workers/webauthn-asn1.ts';

const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });

test('reads the signatures that OpenSSL writes', () => {
  for (let round = 0; round < 500; round += 1) {
    const der = sign('sha256', Buffer.from([round]), privateKey);
    const { r, s } = parse(der);
    expect(encode(r, s)).toEqual(der);
    expect(Math.max(r.length, s.length)).toBeLessThanOrEqual(33);
  }
});

test.each([
  ['0', '3006020100020101', false],
  ['1', '3006020101020101', true],
  ['the highest bit with a leading zero', '300702020080020101', true],
  ['the highest bit without a leading zero', '3006020180020101', false],
  ['a needless leading zero', '300702020001020101', false],
  ['an empty integer', '30050200020101', false],
  ['a longer sequence than its bytes', '3007020101020101', false],
  ['bytes after the sequence', '300602010102010100', false],
  ['bytes within the sequence', '300702010102010100', false],
  ['a length in the long form', '308106020101020101', false],
  ['an integer of 34 bytes', `30270222${'01'.repeat(34)}020101`, false],
  ['another type than a sequence', '3106020101020101', false],
  ['another type than an integer', '3006030101020101', false],
  ['a single integer', '3003020101', false],
  ['nothing', '', false],
])('reads r as %s (%s): %s', (_, hex, isRead) => {
  const read = () => parse(Buffer.from(hex, 'hex'));
  if (isRead) expect(read).not.toThrow();
  else expect(read).toThrow('not DER');
});

test('reads one form of a signature only, and throws for all other bytes', () => {
  const changed = fc.tuple(fc.nat(), fc.nat(69), fc.nat(255)).map(([message, position, byte]) => {
    const signature = sign('sha256', Buffer.from(`${message}`), privateKey);
    // Few signatures are shorter than 70 bytes: only those in which a number begins with zeros.
    const at = position % signature.length;
    return signature.fill(byte, at, at + 1);
  });
  fc.assert(
    fc.property(fc.oneof(fc.uint8Array({ maxLength: 80 }), changed), (bytes) => {
      const read = parseOrNull(bytes);
      if (read) expect(encode(read.r, read.s)).toEqual(Buffer.from(bytes));
    }),
    { numRuns: 1000 },
  );
});

test('reads only signatures', () => {
  expect(() => AsnParser.parse(new Uint8Array(8), undefined)).toThrow('not supported');
});

function parse(der: Uint8Array): ECDSASigValue {
  return AsnParser.parse(der, ECDSASigValue);
}

function parseOrNull(der: Uint8Array): ECDSASigValue | null {
  try {
    return parse(der);
  } catch {
    return null;
  }
}

function encode(r: Uint8Array, s: Uint8Array): Buffer {
  return Buffer.from([0x30, 4 + r.length + s.length, 2, r.length, ...r, 2, s.length, ...s]);
}
