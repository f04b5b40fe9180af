import fc from 'fast-check';

const character = fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code));

/** Text of any code points, half surrogate pairs included; fast-check's own `binary` unit takes seconds to set up. */
export const anyText = fc.string({ unit: character });
