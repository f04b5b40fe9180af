import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const sources = globSync('{app,workers,durable-objects}/**/*.{ts,tsx}', { cwd: root }).map((path) => ({
  path,
  source: readFileSync(`${root}${path}`, 'utf8'),
}));

/** Ways to read a form other than `readForm` and `parseForm`, with the only files that may use them. */
const ways: [string, RegExp, string[]][] = [
  ['parseWithZod', /\bparseWithZod\b/, ['app/http/forms.ts']],
  ['formData()', /\.formData\(/, ['app/http/form-body.ts']],
  ['new FormData', /\bnew FormData\b/, ['app/http/forms.ts']],
  ["conform's own parser", /@conform-to\/(?:dom|zod)/, ['app/http/forms.ts']],
  ['parse of @conform-to/react', /import \{[^}]*\bparse\b[^}]*\} from '@conform-to\/react'/, []],
  ['defineForm', /\bdefineForm\b/, ['app/http/forms.ts', 'app/http/portal-forms.ts']],
  [
    'openMultipartFile',
    /\bopenMultipartFile\b/,
    ['app/http/multipart-file.ts', 'app/routes/manage-export-upload/read-upload.ts'],
  ],
];

test.for(ways)('%s is only in files that read forms', ([, way, files]) => {
  expect(sources.length).toBeGreaterThan(400);
  const found = sources.filter(({ source }) => way.test(source)).map(({ path }) => path);
  expect(found.sort()).toEqual([...files].sort());
});
