import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { duplicateCookies, foreignCookies, portalCookies } from '#app/http/cookies.ts';
import { codePoint } from '#tests/support/any-text.ts';

const schemes = [true, false];
const matrix = portalCookies.flatMap((cookie) =>
  schemes.map((isSecure) => ({ cookie, isSecure, name: cookie.nameOn(isSecure) })),
);

function requestWith(cookie: string): Request {
  return new Request('https://weft.example/', { headers: { Cookie: cookie } });
}

/** workerd decodes the header as UTF-8, which Node's `Headers` would refuse. */
function requestInUtf8(cookie: string): Request {
  const headers = { get: (name: string) => (name.toLowerCase() === 'cookie' ? cookie : null) };
  return { headers } as unknown as Request;
}

const otherSpaces = ['\u2000', '\u00A0', '\uFEFF', '\u3000', '\u1680', '\u2028', '\u202F', '\u0085'];
const controls = ['\u0000', '\u0001', '\u000B', '\u000C', '\u001F', '\u007F', '\u009F', '\u200B', '\u202E'];

describe.each(matrix)('$name (https: $isSecure)', ({ cookie, isSecure, name }) => {
  const read = (header: string) => cookie.read(requestInUtf8(header), isSecure);

  test('is read as it was set, beside other cookies and with SP and HTAB around it', () => {
    const octet = fc.constantFrom(...'!#$%&()*+-./09:<=>?@AZ[]^_`az{|}~');
    const value = fc.string({ unit: octet, maxLength: 60 });
    const space = fc.string({ unit: fc.constantFrom(' ', '\t'), maxLength: 4 });
    fc.assert(
      fc.property(value, space, space, (text, before, after) => {
        const set = cookie.isSetByScript
          ? `${name}=${text}`
          : (cookie.set(text, isSecure).split(';')[0] ?? '');
        expect(read(set)).toBe(text);
        expect(read(`other=1;${before}${set}${after}; x${name}=2`)).toBe(text);
        expect(read(`other=1;${before}${name}${after}=${before}${text}${after};last=3`)).toBe(text);
      }),
    );
  });

  test.each([...otherSpaces, ...controls])(
    'ignores the look-alike with %j before or after the name',
    (character) => {
      for (const odd of [`${character}${name}`, `${name}${character}`, `${character}${name}${character}`]) {
        expect(read(`${odd}=planted`)).toBeNull();
        expect(read(`${odd}=planted; ${name}=own`)).toBe('own');
        expect(duplicateCookies(requestInUtf8(`${odd}=planted; ${name}=own`), isSecure)).toEqual([]);
        expect(foreignCookies(requestInUtf8(`${odd}=planted; mine=1`))).toBe('mine=1');
      }
    },
  );

  test.each([
    ['another case', name.toUpperCase()],
    ['a suffix', `${name}s`],
    ['a prefix', `x${name}`],
    ['quotes', `"${name}"`],
    ['full width', [...name].map((char) => String.fromCharCode(char.charCodeAt(0) + 0xfee0)).join('')],
    ['the name on the other scheme', cookie.nameOn(!isSecure)],
  ])('ignores the look-alike with %s', (_, odd) => {
    expect(read(`${odd}=planted`)).toBeNull();
    expect(read(`${odd}=planted; ${name}=own`)).toBe('own');
  });

  test.each(['"quoted"', 'a"b', 'a b', 'a,b', 'a\\b', 'caf\u00E9', '\u0001', 'a\u2000'])(
    'contains no value like %j',
    (value) => {
      expect(read(`${name}=${value}`)).toBeNull();
      if (!cookie.isSetByScript) expect(() => cookie.set(value, isSecure)).toThrow();
    },
  );

  test('is not read from a part without a name or without "="', () => {
    for (const header of [name, `=${name}=planted`, `= ${name}=planted`, `;;${name};;`, '=', '', ';']) {
      expect(read(header)).toBeNull();
    }
  });

  test('given twice is found, in any notation', () => {
    const twice = (header: string) => duplicateCookies(requestInUtf8(header), isSecure);
    expect(twice(`${name}=a; ${name}=a`)).toEqual([cookie]);
    expect(twice(`${name}=a;\t${name} =b;${name}=`)).toEqual([cookie]);
    expect(twice(`${name}=a; ${cookie.nameOn(!isSecure)}=b; ${name}`)).toEqual([]);
    expect(twice(`${name}=a`)).toEqual([]);
  });

  test('is read behind 100 kB of other cookies', () => {
    const padding = `x=${' '.repeat(50_000)}y; ${'a=b; '.repeat(10_000)}`;
    expect(read(`${padding}${name}=own`)).toBe('own');
    expect(foreignCookies(requestInUtf8(`${padding}${name}=own`))).not.toContain(`${name}=own`);
  });

  test('never reaches a workspace, named or as the value of a nameless cookie', () => {
    for (const header of [
      `${name}=v`,
      ` ${name} = v`,
      `=${name}=v`,
      name,
      name.toUpperCase(),
      `${name}=v;${name}=w`,
    ]) {
      expect(foreignCookies(requestWith(header)), header).toBeNull();
    }
    expect(foreignCookies(requestWith(`n8n-auth=x; ${name}=v; mine=a=b`))).toBe('n8n-auth=x; mine=a=b');
  });

  test('is removed by a cookie of the same name and path', () => {
    expect(cookie.clear(isSecure)).toMatch(new RegExp(`^${name}=; Path=/; Max-Age=0; `));
  });
});

test('every Cookie header parses, and no cookie is found under another name', () => {
  const piece = fc.oneof(
    fc.string({ unit: codePoint, maxLength: 12 }),
    fc.constantFrom(...matrix.map(({ name }) => name), '=', ';', ' ', '\t', ...otherSpaces, ...controls),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
      const header = pieces.join('');
      for (const { cookie, isSecure, name } of matrix) {
        const value = cookie.read(requestInUtf8(header), isSecure);
        if (value === null) continue;
        const sent = header.split(';').filter((part) => part.split('=')[0]?.replace(/[ \t]/g, '') === name);
        expect(sent.length).toBeGreaterThan(0);
        expect(sent[0]).toContain(value);
      }
    }),
    { numRuns: 500 },
  );
});

test('no two cookies share a name', () => {
  const names = matrix.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});
