import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { withoutUnusedParts } from '../../../vite.unused.ts';

/** The hooks of the plugin that these tests call as Vite does. */
interface Hooks {
  configResolved(config: { build: { ssr: boolean } }): void;
  resolveId(source: string, importer: string, options: { ssr: boolean }): string | null | undefined;
  transform(code: string, id: string): { code: string } | null;
  generateBundle(this: { getModuleInfo(): unknown }): void;
}

const root = fileURLToPath(new URL('../../../', import.meta.url));
const hooks = () => withoutUnusedParts() as unknown as Hooks;
const pathOf = (module: string) => fileURLToPath(new URL(`../../../node_modules/${module}`, import.meta.url));

test.each([
  ['browser', false, /\.\/single-fetch\.js, \.\/fog-of-war\.js, .+load-route-module\.ts/],
  ['Worker', true, /react-dom, turbo-stream, .+reactExports\.useEffect, .+webauthn-asn1\.ts/],
])('a build of the %s that does not find a module to replace fails, and names each', (_, ssr, names) => {
  const plugin = hooks();
  plugin.configResolved({ build: { ssr } });
  expect(() => plugin.generateBundle.call({ getModuleInfo: () => null })).toThrow(names);
});

test('a build of the Worker fails without the calls of loaders, although Remix has two modules of their name', () => {
  const plugin = hooks();
  plugin.configResolved({ build: { ssr: true } });
  const resolve = (importer: string) => plugin.resolveId('./data.js', pathOf(importer), { ssr: true });
  const finish = () => plugin.generateBundle.call({ getModuleInfo: () => null });
  expect(resolve('@remix-run/react/dist/esm/routes.js')).toContain('route-data.ts');
  expect(finish).toThrow('/data.js');
  expect(resolve('@remix-run/server-runtime/dist/esm/routes.js')).toContain('call-route.ts');
  expect(finish).not.toThrow('/data.js');
});

test.each([
  ['@remix-run/react/dist/esm/components.js', '.displayName = '],
  ['@remix-run/server-runtime/dist/esm/server.js', 'build.future.v3_singleFetch'],
  ['zod/v4/classic/schemas.js', 'inst._zod.processJSONSchema = '],
  ['zod/v4/classic/schemas.js', 'this.check(core._jwt('],
  ['zod/v4/classic/schemas.js', 'core.$ZodObjectJIT.init('],
])('removes the unused lines of %s, and fails without them', (module, part) => {
  const code = readFileSync(pathOf(module), 'utf8');
  expect(code).toContain(part);
  const rest = hooks().transform(code, pathOf(module))?.code ?? '';
  expect(rest).not.toContain(part);
  expect(() => hooks().transform(rest, pathOf(module))).toThrow('vite.unused.ts finds none of its lines');
});

test('the tables keep their columns and lose their indexes and primary keys', () => {
  const files = globSync('db/schema/*.ts', { cwd: root });
  const extrasOf = (code: string) =>
    code.replaceAll(/\.primaryKey\(\)/g, '').match(/\b(?:index|uniqueIndex|primaryKey)\((?!\))/g) ?? [];
  const codes = files.map((file) => readFileSync(`${root}${file}`, 'utf8'));
  const rest = codes.map((code, index) => hooks().transform(code, `${root}${files[index]}`)?.code ?? code);
  expect(codes.flatMap(extrasOf).length).toBeGreaterThan(50);
  expect(rest.flatMap(extrasOf)).toEqual([]);
  const columns = (code: string) => code.match(/^ {4}\w+: /gm);
  expect(rest.map(columns)).toEqual(codes.map(columns));
});

// As `z.email()` they stay in the Worker; as methods of `z.string()` they would throw there.
test('the product calls no format of zod as a method', () => {
  const code = readFileSync(pathOf('zod/v4/classic/schemas.js'), 'utf8');
  const rest = hooks().transform(code, pathOf('zod/v4/classic/schemas.js'))?.code ?? '';
  const methodsOf = (text: string) =>
    [...text.matchAll(/^ {4}(\w+)\(params\) \{$/gm)].map(([, name = '']) => name);
  const removed = methodsOf(code).filter((name) => !methodsOf(rest).includes(name));
  expect(removed).toHaveLength(22);
  const call = new RegExp(`(?<!\\bz\\s*)\\.(?:${removed.join('|')})\\(`);
  expect(call.test("z.string().email('')")).toBe(true);
  expect(call.test('z.email()')).toBe(false);
  expect(call.test('z\n  .email()')).toBe(false);
  const sources = globSync('{app,workers,durable-objects,db}/**/*.{ts,tsx}', { cwd: root });
  expect(sources.filter((file) => call.test(readFileSync(`${root}${file}`, 'utf8')))).toEqual([]);
});
