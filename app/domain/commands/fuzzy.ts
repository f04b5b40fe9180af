import type { Command } from './command.ts';

const ADJACENT = 5;
const WORD_START = 8;
/** A match only in the hint ranks below any match in the label. */
const IN_HINT = -50;
const SHOWN = 12;

/**
 * Rates how well typed letters fit a text; null if they do not occur in order. Letters at the beginning
 * of words and next to each other count more, and a shorter text wins. Case and accents do not matter.
 */
export function fuzzyScore(typed: string, text: string): number | null {
  const letters = [...plain(typed)].filter((letter) => letter !== ' ');
  const characters = [...plain(text)];
  let score = -characters.length / 100;
  let at = -1;
  for (const letter of letters) {
    const isStart = (index: number) => index === 0 || !/[\p{L}\p{N}]/u.test(characters[index - 1] ?? '');
    const findFrom = (from: number, fits: (index: number) => boolean) =>
      characters.findIndex((character, index) => index >= from && character === letter && fits(index));
    // The next letter continues the match, starts a word, or occurs anywhere later.
    const next = at >= 0 && characters[at + 1] === letter ? at + 1 : findFrom(at + 1, isStart);
    const index = next >= 0 ? next : findFrom(at + 1, () => true);
    if (index < 0) return null;
    score += (index === at + 1 ? ADJACENT : 0) + (isStart(index) ? WORD_START : 0) + 1;
    at = index;
  }
  return score;
}

/** @returns the commands that fit, best first; for an empty text the actions and pages. */
export function findCommands(commands: readonly Command[], typed: string): Command[] {
  if (typed.trim() === '') return commands.filter(({ group }) => group === 'actions' || group === 'pages');
  return commands
    .flatMap((command) => {
      const inLabel = fuzzyScore(typed, command.label);
      const inHint = command.hint === undefined ? null : fuzzyScore(typed, command.hint);
      const score = inLabel ?? (inHint === null ? null : inHint + IN_HINT);
      return score === null ? [] : [{ command, score }];
    })
    .sort((one, other) => other.score - one.score)
    .slice(0, SHOWN)
    .map(({ command }) => command);
}

function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}
