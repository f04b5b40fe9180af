import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalJson } from '#app/domain/encoding/canonical-json.ts';
import { reorderKeys } from '../instance/reordered.ts';

test('reversed keys give equal text, at every depth', () => {
  const value = { b: { d: [{ y: 1, x: 2 }], c: null }, a: 'text', '10': true, '9': false };
  expect(canonicalJson(reorderKeys(value))).toBe(canonicalJson(value));
  expect(canonicalJson({ b: 1, a: { d: [2, 3], c: '' } })).toBe('{"a":{"c":"","d":[2,3]},"b":1}');
});

test('reordered elements of an array give another text', () => {
  expect(canonicalJson({ list: [1, 2] })).not.toBe(canonicalJson({ list: [2, 1] }));
  expect(canonicalJson([{ a: 1 }, { b: 1 }])).not.toBe(canonicalJson([{ b: 1 }, { a: 1 }]));
});

test('unicode keys are sorted by their code units and keep their form', () => {
  const text = canonicalJson({ 'e\u0301': 1, é: 2, '\u{1D11E}': 3, '\uFB33': 4, ä: 5, z: 6, '': 7 });
  expect(text).toBe('{"":7,"e\u0301":1,"z":6,"ä":5,"é":2,"\u{1D11E}":3,"\uFB33":4}');
  expect(canonicalJson({ '\uD800': 1 })).not.toBe(canonicalJson({ '\uD801': 1 }));
});

test('a key named __proto__ counts', () => {
  const value: unknown = JSON.parse('{"__proto__":{"a":1},"b":2}');
  expect(canonicalJson(value)).toBe('{"__proto__":{"a":1},"b":2}');
  expect(canonicalJson(reorderKeys(value))).toBe(canonicalJson(value));
});

test('the text reads back as the value, and two values have equal text only if they are equal', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
      const text = canonicalJson(one);
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(one)));
      expect(canonicalJson(reorderKeys(one))).toBe(text);
      if (canonicalJson(other) === text) expect(JSON.parse(JSON.stringify(other))).toEqual(JSON.parse(text));
    }),
  );
});

/** @returns the text of a list of this many nodes, and how often its writing read a property. */
function writeNodes(count: number) {
  let reads = 0;
  const counted = <T extends object>(value: T) =>
    new Proxy(value, {
      get(target, key) {
        reads += 1;
        return Reflect.get(target, key);
      },
    });
  const nodes = Array.from({ length: count }, (_, id) => counted({ type: 'n8n-nodes-base.noOp', id }));
  const text = canonicalJson(counted(nodes));
  return { text, reads };
}

test('100,000 nodes take at most ten times as many reads as 10,000', () => {
  const [small, large] = [writeNodes(10_000), writeNodes(100_000)];
  expect(large.reads).toBeLessThanOrEqual(10 * small.reads);
  const nodes = Array.from({ length: 100_000 }, (_, id) => ({ id, type: 'n8n-nodes-base.noOp' }));
  expect(large.text).toBe(JSON.stringify(nodes));
});

test('as many levels as a workflow can have, and twice as many, do not exhaust the stack', () => {
  let nested: object = {};
  for (let level = 0; level < 1_000; level += 1)
    nested = level % 2 === 0 ? { next: nested, level } : [nested];
  expect(canonicalJson(reorderKeys(nested))).toBe(canonicalJson(nested));
});
