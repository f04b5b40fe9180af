import { expect, test } from 'vitest';
import { describeDevice } from '#app/domain/access/device.ts';

const mozilla = 'Mozilla/5.0';
const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const windows = `${mozilla} (Windows NT 10.0; Win64; x64) ${webkit}`;
const mac = `${mozilla} (Macintosh; Intel Mac OS X 10_15_7)`;
const iPhone = `${mozilla} (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)`;
const android = `${mozilla} (Linux; Android 10; K) ${webkit}`;

test.each([
  [`${windows} Chrome/142.0.0.0 Safari/537.36`, 'Chrome', 'Windows'],
  [`${windows} Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0`, 'Edge', 'Windows'],
  [`${mac} ${webkit} Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0`, 'Edge', 'macOS'],
  [`${windows} Chrome/140.0.0.0 Safari/537.36 OPR/124.0.0.0`, 'Opera', 'Windows'],
  [`${mac} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15`, 'Safari', 'macOS'],
  [`${iPhone} Version/18.6 Mobile/15E148 Safari/604.1`, 'Safari', 'iPhone'],
  [`${iPhone} CriOS/142.0.7444.77 Mobile/15E148 Safari/604.1`, 'Chrome', 'iPhone'],
  [`${iPhone} FxiOS/145.0 Mobile/15E148 Safari/605.1.15`, 'Firefox', 'iPhone'],
  [`${mozilla} (iPad; CPU OS 16_7 like Mac OS X) Version/16.6 Safari/604.1`, 'Safari', 'iPad'],
  [`${android} Chrome/142.0.0.0 Mobile Safari/537.36`, 'Chrome', 'Android'],
  [`${android} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`, 'Samsung Internet', 'Android'],
  [`${mozilla} (Android 15; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0`, 'Firefox', 'Android'],
  [`${mozilla} (X11; Ubuntu; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0`, 'Firefox', 'Linux'],
  [`${mozilla} (X11; CrOS x86_64 14541.0.0) ${webkit} Chrome/142.0.0.0 Safari/537.36`, 'Chrome', 'ChromeOS'],
  ['curl/8.14.1', 'curl', null],
  ['Wget/1.25.0', 'Wget', null],
])('%s', (userAgent, browser, system) => {
  expect(describeDevice(userAgent)).toEqual({ browser, system });
});

test.each([
  ['nothing', ''],
  ['control characters', '\u0000\r\n\u001b[31m\u202e'],
  ['a script', '<script>alert(1)</script>'],
  ['half a surrogate pair', '\ud83e'],
  ['10 kB', 'Mozilla/5.0 ('.repeat(800)],
  ['a name after 10 kB', `${' '.repeat(10_000)}Firefox/145.0 Linux`],
])('%s names no known device', (_, userAgent) => {
  expect(describeDevice(userAgent)).toEqual({ browser: null, system: null });
});
