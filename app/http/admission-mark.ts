/**
 * Where a loader or action carries its admission. A registered symbol, since the Worker and Remix's build are bundled
 * apart and each has its own copy of this file.
 */
export const admissionMark = Symbol.for('weft.admission');
