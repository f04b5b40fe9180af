import fc from 'fast-check';
import { expect, test } from 'vitest';
import { faqGroups } from '#app/domain/help/faq.ts';
import { boundSearch, SEARCH_MAX_LENGTH, search } from '#app/domain/help/search.ts';
import { en } from '#app/i18n/en/index.ts';
import { codePoint } from '#tests/support/any-text.ts';
import { cpuTimeOf } from '#tests/support/cpu-time.ts';

const faq = Object.values(faqGroups)
  .flat()
  .map((id) => ({ id, question: en.help.faq[id].question, answer: en.help.faq[id].answer.join(' ') }));
const idsFor = (query: string) => search(faq, query).map(({ id }) => id);

test('the help center has enough questions, each once', () => {
  expect(faq.length).toBeGreaterThanOrEqual(15);
  expect(new Set(faq.map(({ id }) => id)).size).toBe(faq.length);
  expect(Object.keys(en.help.faq).sort()).toEqual(faq.map(({ id }) => id).sort());
});

test.each([
  ['restart', 'restart'],
  ['restarting my workspace', 'restart'],
  ['invoice', 'invoices'],
  ['INVOICES', 'invoices'],
  ['how do I cancel?', 'cancel'],
  ['backups', 'what-is-backed-up'],
  ['restore backup', 'restore'],
  ['invite a colleague', 'invite'],
  ['downgrade', 'update-undo'],
  ['timezone', 'timezone'],
  ['trial ends', 'trial-end'],
  ['card declined payment', 'payment-failed'],
  ['roles', 'roles'],
  ['deleted workspace', 'deletion'],
  ['2 factor authentication', 'two-factor'],
  ['passkey', 'two-factor'],
  ['lost my phone', 'lost-phone'],
  ['recovery code', 'lost-phone'],
])('“%s” finds its answer among the first three results', (query, id) => {
  expect(idsFor(query).slice(0, 3)).toContain(id);
});

test('each question finds itself first', () => {
  for (const { id, question } of faq) expect(idsFor(question)[0], question).toBe(id);
});

test.each(['zzzz', 'qwertyuiop asdf', '🦆', '<script>alert(1)</script> xyzzy', '%zz%'])(
  'a text that no answer contains finds nothing: %s',
  (query) => {
    expect(idsFor(query)).toEqual([]);
  },
);

test('an empty search returns everything, and stop words count when they are alone', () => {
  expect(idsFor('')).toEqual(faq.map(({ id }) => id));
  expect(idsFor('  \t ')).toEqual(faq.map(({ id }) => id));
  expect(idsFor('where').length).toBeGreaterThan(0);
});

const entries = [
  { id: 'one', question: 'Where is the café?', answer: 'Beside the workshop.' },
  { id: 'two', question: 'Where is the workshop?', answer: 'Beside the café, and the Straße.' },
  { id: 'three', question: 'When is it open?', answer: 'Always.' },
];

test('ignores case and accents, and ranks a question above an answer', () => {
  const searchIds = (query: string) => search(entries, query).map(({ id }) => id);
  expect(searchIds('CAFE')).toEqual(['one', 'two']);
  expect(searchIds('cafe\u0301')).toEqual(['one', 'two']);
  expect(searchIds('worksh')).toEqual(['two', 'one']);
  expect(searchIds('café elephants')).toEqual(['one', 'two']);
  expect(searchIds('café elephants giraffes')).toEqual([]);
});

const query = fc.oneof(
  fc.string({ unit: codePoint, maxLength: 400 }),
  fc
    .array(fc.constantFrom(...faq.flatMap(({ question }) => question.split(' '))), { maxLength: 20 })
    .map((words) => words.join(' ')),
);

test('any query returns distinct unchanged entries, in any order and case of its words', () => {
  fc.assert(
    fc.property(query, (typed) => {
      const found = search(faq, typed);
      expect(new Set(found).size).toBe(found.length);
      for (const entry of found) expect(faq).toContain(entry);
      expect(search(faq, ` ${typed}  `)).toEqual(found);
    }),
  );
});

test('the order and repetition of words do not matter', () => {
  const words = fc.uniqueArray(
    fc.constantFrom('restart', 'plan', 'card', 'invite', 'backup', 'xyzzy', 'the'),
    {
      maxLength: 5,
    },
  );
  fc.assert(
    fc.property(words, (some) => {
      const found = idsFor(some.join(' '));
      expect(idsFor([...some].reverse().join(', '))).toEqual(found);
      expect(idsFor([...some, ...some].join(' '))).toEqual(found);
      expect(idsFor(some.join(' ').toUpperCase())).toEqual(found);
    }),
  );
});

test('every prefix of a word of a question finds that question', () => {
  const place = fc
    .constantFrom(...faq)
    .chain((entry) =>
      fc
        .constantFrom(...(entry.question.match(/[\p{L}\p{N}]{4,}/gu) ?? ['trial']))
        .chain((word) =>
          fc.integer({ min: 1, max: word.length }).map((end) => ({ entry, part: word.slice(0, end) })),
        ),
    );
  fc.assert(
    fc.property(place, ({ entry, part }) => {
      expect(search(faq, part)).toContain(entry);
    }),
  );
});

test('cuts a search of 10 kB between characters, without delay', () => {
  const long = 'restart '.repeat(1_250);
  expect(boundSearch(long).isCut).toBe(true);
  expect(boundSearch(long).query.length).toBeLessThanOrEqual(SEARCH_MAX_LENGTH);
  expect(boundSearch(' restart ')).toEqual({ query: 'restart', isCut: false });
  const ducks = boundSearch('🦆'.repeat(5_000)).query;
  expect([...ducks]).toHaveLength(SEARCH_MAX_LENGTH);
  expect(ducks).not.toMatch(/\p{Cs}/u);
  const took = cpuTimeOf(() => {
    expect(idsFor(long)[0]).toBe('restart');
    idsFor('a'.repeat(10_000));
  });
  expect(took).toBeLessThan(2_000);
});
