import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { instanceMachinePage, transitions } from '#scripts/docs/instance-machine.ts';

test('the diagram matches the machine’s table (npm run docs writes it)', () => {
  const page = readFileSync(new URL('../../../docs/instance-machine.md', import.meta.url), 'utf8');
  expect(page).toBe(instanceMachinePage());
});

test('every deletion passes through the final backup', () => {
  const into = (phase: string) =>
    transitions()
      .filter(({ to }) => to === phase)
      .map(({ from }) => from);
  expect(into('deleted')).toEqual(['removing']);
  expect(into('removing')).toEqual(['backing-up']);
  expect(into('backing-up')).not.toContain('deleted');
});
