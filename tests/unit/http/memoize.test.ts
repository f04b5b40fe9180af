import { expect, test } from 'vitest';
import { memoize, memoizeRecent } from '#app/domain/memoize.ts';

function counted() {
  let computed = 0;
  const write = memoize((list: readonly string[], chosen) => {
    computed += 1;
    return `${list.join()} ${chosen}`;
  });
  return { write, computed: () => computed };
}

test('computes once for each list and chosen value', () => {
  const { write, computed } = counted();
  const [zones, others] = [['a'], ['b']];
  expect([write(zones, 'x'), write(zones, 'x'), write(zones, 'y'), write(others, 'x')]).toEqual([
    'a x',
    'a x',
    'a y',
    'b x',
  ]);
  expect(computed()).toBe(3);
});

test('keeps fifty results of a list, whatever a person posts', () => {
  const { write, computed } = counted();
  const zones = ['a'];
  for (let posted = 0; posted < 51; posted += 1) write(zones, `hostile ${posted}`);
  write(zones, 'hostile 50');
  expect(computed()).toBe(51);
  write(zones, 'hostile 0');
  expect(computed()).toBe(52);
});

test('keeps the results of the last texts', () => {
  const computed: string[] = [];
  const parse = memoizeRecent((text) => {
    computed.push(text);
    return { text };
  }, 2);
  const first = parse('a');
  expect(parse('a')).toBe(first);
  parse('b');
  parse('c');
  expect(parse('c')).toEqual({ text: 'c' });
  expect(parse('a')).not.toBe(first);
  expect(computed).toEqual(['a', 'b', 'c', 'a']);
});
