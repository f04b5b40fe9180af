import { expect, test } from 'vitest';
import type { Command } from '#app/domain/commands/command.ts';
import { findCommands, fuzzyScore } from '#app/domain/commands/fuzzy.ts';

const command = (label: string, group: Command['group'] = 'actions', hint?: string): Command => ({
  id: label,
  group,
  label,
  run: { kind: 'open', to: '/' },
  ...(hint !== undefined && { hint }),
});
const commands = [
  command('Open workspace'),
  command('Copy workspace address'),
  command('Restart workspace'),
  command('Back up now'),
  command('Status', 'pages'),
  command('Backups', 'pages'),
  command('Zoë Grünwald', 'members', 'zoe@example.com'),
  command('東京タワー', 'members', 'tower@example.com'),
  command('How do I restart my workspace?', 'help'),
];
const labels = (typed: string) => findCommands(commands, typed).map(({ label }) => label);

test.each([
  ['restart', 'Restart workspace'],
  ['rw', 'Restart workspace'],
  ['cwa', 'Copy workspace address'],
  ['stat', 'Status'],
  ['bkps', 'Backups'],
  ['ZOE', 'Zoë Grünwald'],
  ['grunwald', 'Zoë Grünwald'],
  ['東京', '東京タワー'],
  ['zoe@exa', 'Zoë Grünwald'],
])('%s finds first: %s', (typed, first) => {
  expect(labels(typed)[0]).toBe(first);
});

test('an empty search shows actions and pages, and no member or answer', () => {
  expect(labels('  ')).toEqual(commands.slice(0, 6).map(({ label }) => label));
});

test('letters in another order, or missing letters, find nothing', () => {
  expect(fuzzyScore('tr', 'Rt')).toBeNull();
  expect(labels('xyzzy')).toEqual([]);
});

test('a match in the hint comes after any in a label', () => {
  const found = findCommands([command('Anyone', 'members', 'back@example.com'), ...commands], 'back');
  expect(found.map(({ label }) => label).at(-1)).toBe('Anyone');
  expect(found.length).toBeGreaterThan(1);
});

test('a search among 10,000 shows twelve', () => {
  const many = Array.from({ length: 10_000 }, (_, index) => command(`Member ${index}`, 'members'));
  expect(findCommands(many, 'mem')).toHaveLength(12);
});
