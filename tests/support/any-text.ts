import fc from 'fast-check';

const character = fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code));

const SURROGATES = { from: 0xd800, count: 0x800 };

/** Any code point except surrogates, like fast-check's own `binary` unit, which takes seconds to set up. */
export const codePoint = fc
  .integer({ min: 0, max: 0x10ffff - SURROGATES.count })
  .map((code) => String.fromCodePoint(code < SURROGATES.from ? code : code + SURROGATES.count));

/** Text of any code points, including lone surrogates. */
export const anyText = fc.string({ unit: character });
