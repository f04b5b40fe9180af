/** A question with its answer, as the search reads it. */
export interface SearchText {
  id: string;
  question: string;
  answer: string;
}

/** A longer search is cut to this: nobody types more, and the rest would only cost time. */
export const SEARCH_MAX_LENGTH = 200;
const MAX_WORDS = 12;

/** Words that say nothing of what is searched for; they count when there are no others. */
const fillers = new Set(
  `a about am an and any are be by can could do does for from get has have how i if in is it its me my of on or our so
  that the their there this to up was we what when where which who why will with would you your`.split(/\s+/),
);

/** How much a match says, by where it stands; the question's words are what the entry is about. */
const weights = {
  question: { whole: 8, beginning: 5, none: 0 },
  answer: { whole: 2, beginning: 1, none: 0 },
} as const;
/** What may differ at the end of a word that is meant: backup and backups, restart and restarting. */
const LONGEST_ENDING = 3;
const SHORTEST_STEM = 4;

/** @returns what of a search is looked at, and whether that is less than was typed. */
export function boundedSearch(query: string): { query: string; isCut: boolean } {
  const typed = query.trim();
  // By code points, so that no half of a character is left at the end.
  const characters = [...typed.slice(0, 2 * SEARCH_MAX_LENGTH)].slice(0, SEARCH_MAX_LENGTH);
  const bounded = characters.join('').trim();
  return { query: bounded, isCut: bounded.length < typed.length };
}

/**
 * Finds questions by words and beginnings of words, whatever their case, accents and order.
 *
 * @returns the entries that have the most of the searched words, and at least half of them, the best first; equally
 *   good ones in the order given. All of them for a search without a word.
 */
export function search<Entry extends SearchText>(entries: readonly Entry[], query: string): Entry[] {
  const typed = boundedSearch(query).query;
  if (typed === '') return [...entries];
  const all = [...new Set(wordsOf(typed))].slice(0, MAX_WORDS);
  const telling = all.filter((word) => !fillers.has(word));
  const words = telling.length > 0 ? telling : all;
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
    (word) => weights.question[howIn(inQuestion, word)] + weights.answer[howIn(inAnswer, word)],
  );
  return {
    matched: scores.filter((score) => score > 0).length,
    score: scores.reduce((sum, score) => sum + score, 0),
  };
}

/** @returns whether a searched word stands among others, or one of the two begins with the other. */
function howIn(words: readonly string[], searched: string): 'whole' | 'beginning' | 'none' {
  if (words.includes(searched)) return 'whole';
  const isMeant = (word: string) =>
    word.startsWith(searched) ||
    (word.length >= SHORTEST_STEM &&
      searched.length - word.length <= LONGEST_ENDING &&
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
