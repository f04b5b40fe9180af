import fc from 'fast-check';
import { codePoint } from './any-text.ts';
import { hostileTexts } from './json-schema-input.ts';

/** One field of a generated form. */
export interface HostileEntry {
  name: string;
  value: string;
  /** The name of a file; null for text. */
  fileName: string | null;
}

const INTENTS = [
  'null',
  '[]',
  '{',
  '0',
  '"x"',
  '{"type":"explode","payload":{}}',
  '{"type":"validate","payload":{}}',
  '{"type":"update","payload":{"value":{"a":1}}}',
  '{"type":"insert","payload":{"name":"invitations","index":10000000}}',
  '{"type":"reorder","payload":{"name":"x","from":0,"to":1e9}}',
  '{"type":"remove","payload":{"name":"__proto__","index":0}}',
];

const hostileNames = fc.oneof(
  fc.constantFrom(
    '__proto__',
    '__proto__.isAdmin',
    'constructor.prototype.x',
    'a[10000000]',
    'a[-1]',
    '[0]',
    'a..b',
    'a[',
    '',
    'a.'.repeat(5_000),
    `a${'[0]'.repeat(2_000)}`,
    'x'.repeat(101),
    'toString',
    'hasOwnProperty',
    '\u0000',
    'intent',
    'action',
    '__state__',
    '__intent__',
  ),
  fc.string({ maxLength: 20 }),
);

/** Odd sizes, at and around the read limits. */
const hugeTexts = [255, 4_097, 32_768, 32_769, 65_537].map((size) => 'x'.repeat(size));

const hostileValues = fc.oneof(
  fc.constantFrom(...hostileTexts, ...INTENTS, '<'.repeat(500), '&'.repeat(5_000), '\u0001'.repeat(3_000)),
  fc.constantFrom(...hugeTexts),
  fc.string({ unit: codePoint, maxLength: 40 }),
);

/** Fields of a form and others: nested, repeated, with far indexes, and with files among them. */
export function hostileEntries(names: readonly string[]): fc.Arbitrary<HostileEntry[]> {
  const index = fc.constantFrom('0', '1', '2', '19', '20', '21', '9999', '10000000', '-1', '00', '1e3', '');
  const known = fc
    .tuple(fc.constantFrom(...(names.length === 0 ? ['x'] : names)), index)
    .map(([name, at]) => name.replaceAll('[]', `[${at}]`));
  const nested = fc
    .tuple(known, fc.constantFrom('', '[0]', '[]', '.x', '.__proto__', '[10000000]'))
    .map(([name, more]) => name + more);
  const entry = fc.record({
    name: fc.oneof({ weight: 3, arbitrary: known }, nested, hostileNames),
    value: fc.oneof({ weight: 2, arbitrary: hostileValues }, fc.constantFrom('x', 'on', 'ada@example.com')),
    fileName: fc.oneof({ weight: 5, arbitrary: fc.constant(null) }, fc.constantFrom('', 'x.txt', '../x.zip')),
  });
  const few = fc.array(entry, { maxLength: 8 });
  const many = fc.tuple(entry, fc.constantFrom(2, 100, 999, 1_001, 5_000)).map(([one, times]) =>
    // A body above 16 MB is cut off unread, which a sender may see as a broken connection.
    one.name.length + one.value.length > 100 ? [one, one] : Array.from({ length: times }, () => one),
  );
  return fc.oneof({ weight: 6, arbitrary: few }, many);
}

/** @returns the fields as a browser's form with files sends them (RFC 7578); names are not escaped. */
export function multipartOf(
  entries: readonly HostileEntry[],
  boundary = '----weft-boundary',
): { bytes: Uint8Array<ArrayBuffer>; type: string } {
  const parts = entries.map(({ name, value, fileName }) => {
    const file = fileName === null ? '' : `; filename="${fileName}"\r\nContent-Type: text/plain`;
    return `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n${value}\r\n`;
  });
  return {
    bytes: new TextEncoder().encode(`${parts.join('')}--${boundary}--\r\n`),
    type: `multipart/form-data; boundary=${boundary}`,
  };
}

const faults = [
  'another boundary',
  'no boundary',
  'cut off',
  'no end',
  'odd bytes',
  'no names',
  'a charset',
  'a boundary of 71 characters',
  'urlencoded bytes',
  'percent signs',
] as const;

/** A form whose body and type do not match, in one of several ways. */
export const brokenMultipart = {
  faults,
  of(
    entries: readonly HostileEntry[],
    fault: (typeof faults)[number],
  ): { bytes: Uint8Array<ArrayBuffer>; type: string } {
    const { bytes, type } = multipartOf(entries);
    const text = new TextDecoder().decode(bytes);
    const bytesOf = (broken: string) => new TextEncoder().encode(broken);
    switch (fault) {
      case 'another boundary':
        return { bytes, type: 'multipart/form-data; boundary=another' };
      case 'no boundary':
        return { bytes, type: 'multipart/form-data' };
      case 'cut off':
        return { bytes: bytes.slice(0, bytes.byteLength / 2), type };
      case 'no end':
        return { bytes: bytesOf(text.slice(0, -4)), type };
      case 'odd bytes':
        return { bytes: bytes.map((byte, at) => (at % 7 === 0 ? 0xff - (at % 128) : byte)), type };
      case 'no names':
        return { bytes: bytesOf(text.replaceAll('; name=', '; id=')), type };
      case 'a charset':
        return { bytes, type: `${type}; charset=utf-16` };
      case 'a boundary of 71 characters':
        return multipartOf(entries, 'x'.repeat(71));
      case 'urlencoded bytes':
        return { bytes: bytes.map((byte) => byte ^ 0x80), type: 'application/x-www-form-urlencoded' };
      case 'percent signs':
        return {
          bytes: bytesOf(entries.map(({ name }) => `${name}=%${'%f'.repeat(50)}&&=&;`).join('')),
          type: 'application/x-www-form-urlencoded; charset="',
        };
    }
  },
};
