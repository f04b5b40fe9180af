import fc from 'fast-check';
import { expect, test } from 'vitest';
import { acceptsCoding, contentCodings } from '#app/http/content-coding.ts';

const codings = ['gzip', 'br', 'deflate', 'zstd', 'compress'];

test.each<[string, string[]]>([
  ['gzip', ['gzip']],
  ['*', codings],
  ['gzip;q=0, *;q=0.1', ['br', 'deflate', 'zstd', 'compress']],
  ['*, br;q=0', ['gzip', 'deflate', 'zstd', 'compress']],
  ['br;q=0, br', []],
  ['gzip ;\tQ=0.9 ,BR', ['gzip', 'br']],
  ['x-gzip, x-compress;q=0.2', ['gzip', 'compress']],
  ['identity', []],
  ['', []],
  ['gzip;q=1.001, br;q=.5, deflate;q=-1, zstd;q=0.0001, compress;q=', []],
])('"%s" accepts %j', (acceptEncoding, accepted) => {
  expect(codings.filter((coding) => acceptsCoding(acceptEncoding, coding))).toEqual(accepted);
});

test('a coding that is refused by name stays refused in any order of elements', () => {
  const element = fc.oneof(fc.constantFrom('*', 'identity', 'br;q=1', 'gzip;q=0.5', ''), fc.string());
  fc.assert(
    fc.property(
      fc.array(element),
      fc.array(element),
      fc.constantFrom(...codings),
      (before, after, coding) => {
        expect(acceptsCoding([...before, `${coding};q=0`, ...after].join(','), coding)).toBe(false);
      },
    ),
  );
});

test.each<[string | null, string[]]>([
  [null, []],
  ['', []],
  ['identity', []],
  ['utf-8', []],
  ['GZIP', ['gzip']],
  [' gzip , identity,br', ['gzip', 'br']],
  ['x-gzip', ['gzip']],
  ['dcz', ['dcz']],
])('Content-Encoding %j names %j', (header, named) => {
  expect(contentCodings(header)).toEqual(named);
});
