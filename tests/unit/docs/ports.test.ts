import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const page = readFileSync(join(root, 'docs/decisions/ports.md'), 'utf8');
const layers = ['app/domain', 'app/crypto', 'app/integrations', 'app/use-cases', 'db', 'durable-objects'];

/** The ports that the page lists, as `file name`. */
const listed = [...page.matchAll(/^\| ((?:`\w+`,? )+)\(`([^`]+)`\)/gm)].flatMap(([, names = '', file = '']) =>
  [...names.matchAll(/\w+/g)].map(([name]) => `${file} ${name}`),
);

/** The ports in a file: interfaces with only methods; in a file of ports, also those with other members. */
function portsIn(file: string): string[] {
  const source = readFileSync(join(root, file), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
  const isFileOfPorts = /(?:^|[/-])ports?\.ts$/.test(file);
  return [...source.matchAll(/^(?:export )?interface (\w+)[^{]*\{\n([\s\S]*?)^\}/gm)].flatMap(
    ([, name, body = '']) => {
      const members = body.split('\n').filter((line) => /^ {2}\w/.test(line));
      const methods = members.filter((line) => /^ {2}\w+(?:<.*?>)?\(/.test(line));
      const isPort = methods.length > 0 && (isFileOfPorts || methods.length === members.length);
      return isPort ? [`${file} ${name}`] : [];
    },
  );
}

test('the table of ports lists those of the code', () => {
  const files = layers.flatMap((layer) =>
    readdirSync(join(root, layer), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => `${layer}/${name}`),
  );
  expect(listed.length).toBeGreaterThan(15);
  expect(listed.toSorted()).toEqual(files.flatMap(portsIn).sort());
});
