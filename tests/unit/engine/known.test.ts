import { expect, test } from 'vitest';
import { type Internals, missingOf } from '#engine/hook/n8n/internals.ts';
import { n8nOf } from '#engine/hook/n8n/known.ts';
import { needs } from '#engine/hook/n8n/v2-40/needs.ts';

type Modules = Record<string, Record<string, unknown>>;

/** An n8n with everything that the hook needs. @param missing a method that it does not have, such as `Start.run`. */
function whole(missing?: string): Modules {
  const modules: Modules = {};
  for (const { module, exported, methods } of needs) {
    const existing = methods.filter((method) => `${exported}.${method}` !== missing);
    const prototype = Object.fromEntries(existing.map((method) => [method, () => undefined]));
    modules[module] = { ...modules[module], [exported]: Object.assign(() => undefined, { prototype }) };
  }
  return modules;
}

function internalsOf(version: string, modules: Modules): Internals {
  return {
    version,
    load(module) {
      const found = modules[module];
      if (!found) throw new Error(`Cannot find module '${module}'`);
      return found;
    },
  };
}

test.each(['2.39.10', '2.42.0', '1.123.81', '3.0.0', '2.4.1', ''])(
  'rejects the unknown n8n %j',
  (version) => {
    expect(() => n8nOf(internalsOf(version, whole()))).toThrow(
      `The hook does not know n8n ${version}. It knows 2.40, 2.41.`,
    );
  },
);

test.each(['2.40.7', '2.41.1'])('accepts n8n %s with everything that the hook needs', (version) => {
  expect(n8nOf(internalsOf(version, whole()))).toMatchObject({ workflows: {} });
});

test.each(needs.map((need) => [need.exported, need] as const))(
  'refuses an n8n without %s, by its name',
  (_, need) => {
    const { [need.exported]: _gone, ...rest } = whole()[need.module] ?? {};
    const modules = { ...whole(), [need.module]: rest };
    expect(() => n8nOf(internalsOf('2.41.1', modules))).toThrow(
      `n8n 2.41.1 is not as the hook knows it. Missing: ${need.exported} of ${need.module}.`,
    );
  },
);

test.each(needs.flatMap(({ exported, methods }) => methods.map((method) => `${exported}.${method}`)))(
  'names the missing %s',
  (name) => {
    expect(missingOf(internalsOf('2.41.1', whole(name)), needs)).toEqual([name]);
  },
);

test('names everything that is missing in one error', () => {
  const modules = Object.fromEntries(Object.keys(whole()).map((module) => [module, {}]));
  const missing = missingOf(internalsOf('2.41.1', modules), needs);
  expect(missing).toEqual(needs.map(({ exported, module }) => `${exported} of ${module}`));
  expect(missingOf(internalsOf('2.41.1', {}), needs)).toEqual(needs.map(({ module }) => module));
});
