import fc from 'fast-check';
import jsQR from 'jsqr';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { totpUri } from '#app/crypto/totp.ts';
import { QrCode } from '#app/routes/account-security/apps-card.tsx';
import { drawQrCode, type QrCodeData } from '#app/routes/account-security/draw-qr-code.ts';

const PIXELS_PER_MODULE = 4;

test('draws an address that a scanner reads back', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 20, maxLength: 20 }), fc.emailAddress(), (secret, account) => {
      const uri = totpUri({ secret, issuer: 'Weft Cloud', account });
      expect(scan(drawQrCode(uri))).toBe(uri);
    }),
    { numRuns: 8 },
  );
});

test('keeps a quiet zone of four modules on each side', () => {
  const { path, size } = drawQrCode('otpauth://totp/Weft');
  const dark = modulesOf({ path, size });
  const places = dark.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [x, y] : [])));
  expect(Math.min(...places)).toBe(4);
  expect(Math.max(...places)).toBe(size - 5);
});

test('is black on a white square, with a name', () => {
  const html = renderToStaticMarkup(<QrCode path="M4 4h7v1h-7z" size={33} label="QR code" />);
  expect(html).toContain('role="img" aria-label="QR code"');
  expect(html).toContain(
    '<path fill="#fff" d="M0 0h33v33h-33z"></path><path fill="#000" d="M4 4h7v1h-7z"></path>',
  );
});

/** @returns for each module, in rows, whether the path fills it. @throws for a path of another form. */
function modulesOf({ path, size }: QrCodeData): boolean[][] {
  const rows = Array.from({ length: size }, () => Array.from({ length: size }, () => false));
  const rest = path.replaceAll(/M(\d+) (\d+)h(\d+)v1h-(\d+)z/g, (_, x, y, width, back) => {
    expect(width).toBe(back);
    rows[Number(y)]?.fill(true, Number(x), Number(x) + Number(width));
    return '';
  });
  expect(rest).toBe('');
  return rows;
}

function scan(code: QrCodeData): string | undefined {
  const modules = modulesOf(code);
  const side = code.size * PIXELS_PER_MODULE;
  const pixels = new Uint8ClampedArray(side * side * 4).fill(255);
  for (let at = 0; at < side * side; at += 1) {
    const x = Math.floor((at % side) / PIXELS_PER_MODULE);
    const y = Math.floor(at / side / PIXELS_PER_MODULE);
    if (modules[y]?.[x]) pixels.fill(0, at * 4, at * 4 + 3);
  }
  return jsQR(pixels, side, side)?.data;
}
