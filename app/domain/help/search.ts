/** A question with its answer. */
export interface SearchText {
  id: string;
  question: string;
  answer: string;
}

/** Longer queries are cut: people type less, and the rest would only cost time. */
export const SEARCH_MAX_LENGTH = 200;
const MAX_WORDS = 12;

/** Stop words; they count only in a query without other words. */
const fillers = new Set(
  `a about am an and any are be by can could do does for from get has have how i if in is it its me my of on or our so
  that the their there this to up was we what when where which who why will with would you your`.split(/\s+/),
);

/** Scores of a match by its place; the question's words describe the entry best. */
const weights = {
  question: { whole: 8, beginning: 5, none: 0 },
  answer: { whole: 2, beginning: 1, none: 0 },
} as const;
/** Words with one stem and a short ending match: backup and backups, restart and restarting. */
const MAX_ENDING_LENGTH = 3;
const MIN_STEM_LENGTH = 4;

/** @returns the part of a query that the search uses, and whether it is shorter than the typed one. */
export function boundSearch(query: string): { query: string; isCut: boolean } {
  const typed = query.trim();
  // By code points, so that truncation never splits a character.
  const characters = [...typed.slice(0, 2 * SEARCH_MAX_LENGTH)].slice(0, SEARCH_MAX_LENGTH);
  const bounded = characters.join('').trim();
  return { query: bounded, isCut: bounded.length < typed.length };
}

/**
 * Finds questions by words and beginnings of words, in any case, with any accents and in any order.
 * @returns the entries that match the most words, at least half of them, best first; ties keep their order. All entries for
 *   an empty query.
 */
export function search<Entry extends SearchText>(entries: readonly Entry[], query: string): Entry[] {
  const typed = boundSearch(query).query;
  if (typed === '') return [...entries];
  const all = [...new Set(wordsOf(typed))].slice(0, MAX_WORDS);
  const specific = all.filter((word) => !fillers.has(word));
  const words = specific.length > 0 ? specific : all;
  const rated = entries.map((entry) => ({ entry, ...rate(entry, words) }));
  const most = Math.max(0, ...rated.map(({ matched }) => matched));
  if (most === 0 || most < words.length / 2) return [];
  return rated
    .filter(({ matched }) => matched === most)
    .sort((one, other) => other.score - one.score)
    .map(({ entry }) => entry);
}

function rate({ question, answer }: SearchText, words: readonly string[]) {
  const inQuestion = wordsOf(question);
  const inAnswer = wordsOf(answer);
  const scores = words.map(
    (word) => weights.question[matchOf(inQuestion, word)] + weights.answer[matchOf(inAnswer, word)],
  );
  return {
    matched: scores.filter((score) => score > 0).length,
    score: scores.reduce((sum, score) => sum + score, 0),
  };
}

/** @returns whether the words contain the searched one, or a word that begins with it or that it begins with. */
function matchOf(words: readonly string[], searched: string): 'whole' | 'beginning' | 'none' {
  if (words.includes(searched)) return 'whole';
  const isMeant = (word: string) =>
    word.startsWith(searched) ||
    (word.length >= MIN_STEM_LENGTH &&
      searched.length - word.length <= MAX_ENDING_LENGTH &&
      searched.startsWith(word));
  return words.some(isMeant) ? 'beginning' : 'none';
}

/** @returns the words of a text, without case and accents. */
function wordsOf(text: string): string[] {
  return (
    text
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}
