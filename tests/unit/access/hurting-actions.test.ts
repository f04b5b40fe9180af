import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { actions } from '../../support/hurting-actions.ts';

const routes = new URL('../../../app/routes/', import.meta.url);

/** Every action in a folder of routes, by its file and intent. */
function actionsIn(folder: '' | 'api/'): string[] {
  return readdirSync(new URL(folder, routes)).flatMap((file) => {
    if (!/\.tsx?$/.test(file)) return [];
    const source = readFileSync(new URL(folder + file, routes), 'utf8');
    // `refuseMethod` answers 405 and does nothing.
    if (!/export const action = (?:page|api)\(/.test(source)) return [];
    return intentsIn(source).map((intent) => `${folder}${file.replace(/\.tsx?$/, '')} ${intent}`);
  });
}

/** @returns the intents that a route's source compares with; `-` where a form may come without one. */
function intentsIn(source: string): string[] {
  const cases = /switch \(\w+\.intent\)/.test(source) ? source.matchAll(/case '([a-z-]+)'/g) : [];
  const compared = source.matchAll(/\.intent [!=]== '([a-z-]+)'/g);
  const switched = [...cases].map(([, intent]) => intent ?? '');
  const found = [...switched, ...[...compared].map(([, intent]) => intent ?? '')];
  return [...new Set(switched.length > 0 ? found : ['-', ...found])];
}

test('each action of each route is declared as hurting or harmless', () => {
  expect([...actionsIn(''), ...actionsIn('api/')].sort()).toEqual(Object.keys(actions).sort());
});

test('a new intent is noticed in either form of code', () => {
  expect(intentsIn("switch (form.intent) { case 'delete': case 'keep': }")).toEqual(['delete', 'keep']);
  expect(intentsIn("if (form.intent === 'delete') return;")).toEqual(['-', 'delete']);
});
