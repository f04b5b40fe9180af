import { encode } from 'uqr';

/** The quiet zone around the symbol that scanners need, in modules (ISO/IEC 18004, 9.1). */
const QUIET_ZONE = 4;

/** A QR code as the data of an SVG: `path` fills its dark modules in a square of `size` by `size` units. */
export interface QrCodeData {
  path: string;
  size: number;
}

/** Draws a QR code, only on the server. @param text at most 2,331 bytes in UTF-8; throws beyond that. */
export function drawQrCode(text: string): QrCodeData {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE });
  return { path: data.map(rowPath).join(''), size };
}

/** One rectangle for each run of dark modules in a row. */
function rowPath(row: boolean[], y: number): string {
  let path = '';
  let x = 0;
  while (x < row.length) {
    const start = x;
    while (row[x]) x += 1;
    if (x > start) path += `M${start} ${y}h${x - start}v1h${start - x}z`;
    x += 1;
  }
  return path;
}
