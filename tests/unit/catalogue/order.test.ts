import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type CatalogueNode, orderForPicking } from '#app/domain/catalogue/order.ts';

const file = new URL('../../../sandbox/data/node-catalogue.json', import.meta.url);
const nodes = (
  JSON.parse(readFileSync(file, 'utf8')) as Array<{
    name: string;
    displayName: string;
    nodeCategories: string[];
  }>
).map(
  ({ name, displayName, nodeCategories }, popularity): CatalogueNode => ({
    name: name.startsWith('n8n-nodes-base.') ? name : `n8n-nodes-base.${name}`,
    displayName,
    popularity,
    categories: nodeCategories,
  }),
);
const shortNames = orderForPicking(nodes).map(({ name }) => name.slice(name.lastIndexOf('.') + 1));
const core = ['httpRequest', 'webhook', 'code', 'scheduleTrigger'];

test('twelve apps, then the four core nodes, then the rest (spec §9)', () => {
  expect(shortNames.slice(12, 16)).toEqual(core);
  expect(shortNames.slice(0, 12).some((name) => core.includes(name))).toBe(false);
});

test('leaves out flow helpers, training and debug nodes', () => {
  for (const name of [
    'set',
    'if',
    'switch',
    'merge',
    'noOp',
    'manualTrigger',
    'debugHelper',
    'n8nTrainingCustomerDatastore',
  ]) {
    expect(shortNames).not.toContain(name);
  }
});

test('lists an app and its trigger once', () => {
  expect(shortNames).toContain('airtable');
  expect(shortNames).not.toContain('airtableTrigger');
});

test('counts sending mail as an app', () => {
  const [first] = orderForPicking([
    { name: 'n8n-nodes-base.code', displayName: 'Code', popularity: 1, categories: ['Core Nodes'] },
    {
      name: 'n8n-nodes-base.emailSend',
      displayName: 'Send Email',
      popularity: 2,
      categories: ['Core Nodes'],
    },
  ]);
  expect(first?.displayName).toBe('Send Email');
});
