import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvLine, csvStream } from '#app/domain/encoding/csv.ts';

test.each([
  ['plain', 'plain'],
  ['with, comma', '"with, comma"'],
  ['with "quotes"', '"with ""quotes"""'],
  ['two\nlines', '"two\nlines"'],
  ['=HYPERLINK("https://evil.example")', `"'=HYPERLINK(""https://evil.example"")"`],
  ['+cmd', "'+cmd"],
  ['-cmd', "'-cmd"],
  ['-2+3', "'-2+3"],
  ['-1', "'-1"],
  ['@cmd', "'@cmd"],
  ['\t=1+1', `"'\t'=1+1"`],
  ['\r=1+1', `"'\r'=1+1"`],
  ['\nplain', `"'\nplain"`],
  [' =1+1', "' =1+1"],
  ['＝1+1', "'＝1+1"],
  ['Löhne;=1+1;', `"Löhne;'=1+1;"`],
  ['a",=1+1', `"a"",'=1+1"`],
  ['Mozilla/5.0 (X11; Linux x86_64)', '"Mozilla/5.0 (X11; Linux x86_64)"'],
  ['ada@example.com', 'ada@example.com'],
])('writes the field %j as %j', (field, text) => {
  expect(csvLine([field, 'x'])).toBe(`${text},x\r\n`);
});

test.each(['0', '24.00', '-24.00', '123456789', '2026'])('leaves the number %s a number', (number) => {
  expect(csvLine(['x', number])).toBe(`x,${number}\r\n`);
});

/** Splits one line like a spreadsheet with this separator: a quoted field is one cell, and a stray quote is text. */
function cellsOf(line: string, separator: string): string[] {
  const cell = /^(?:"((?:[^"]|"")*)"([\s\S]*)|([\s\S]*))$/;
  const cells: string[] = [];
  let [start, isQuoted] = [0, line[0] === '"'];
  for (let at = 0; at <= line.length; at++) {
    if (at > start && isQuoted && line[at] === '"') isQuoted = line[at + 1] === '"' && ++at > 0;
    else if (at === line.length || (line[at] === separator && !isQuoted)) {
      const [, quoted, rest, plain] = cell.exec(line.slice(start, at)) ?? [];
      cells.push(plain ?? (quoted ?? '').replaceAll('""', '"') + (rest ?? ''));
      start = at + 1;
      isQuoted = line[start] === '"';
    }
  }
  return cells;
}

test.each([',', ';', '\t', '|'])(
  'no cell is a formula for a spreadsheet that separates by %j',
  (separator) => {
    const piece = fc.constantFrom(
      '=',
      '+',
      '-',
      '@',
      '＝',
      '\t',
      '\r',
      '\n',
      ' ',
      '"',
      ',',
      ';',
      '|',
      "'",
      'a',
      '1',
    );
    const field = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(fc.array(field, { minLength: 1, maxLength: 3 }), (fields) => {
        for (const cell of cellsOf(csvLine(fields).slice(0, -2), separator)) {
          if (!/^-?\d+(\.\d+)?$/.test(cell)) expect(cell).not.toMatch(/^\s*[=+\-@＝＋－＠]/);
        }
      }),
    );
  },
);

test('a comma-separated reader gets each field back, apart from the apostrophes', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 12 }), { minLength: 2, maxLength: 4 }), (fields) => {
      const read = cellsOf(csvLine(fields).slice(0, -2), ',');
      const bare = (texts: string[]) => texts.map((text) => text.replaceAll("'", ''));
      expect(bare(read)).toEqual(bare(fields));
    }),
  );
});

test('a file begins with one byte order mark, by which Excel reads it as UTF-8', async () => {
  const lines = [['Zürich']];
  const file = csvStream(['Straße'], { lines, next: async () => ({ lines, next: null }) });
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await new Response(file).arrayBuffer());
  expect(text).toBe('\u{FEFF}Straße\r\nZürich\r\nZürich\r\n');
  const empty = csvStream(['Day'], { lines: [], next: null });
  // Readers of text skip the mark.
  expect(await new Response(empty).text()).toBe('Day\r\n');
});
