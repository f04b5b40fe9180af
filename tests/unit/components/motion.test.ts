import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const styleFiles = globSync('app/styles/*.css', { cwd: root });

/** Blocks for readers who accept motion, with their nested rules; `@keyframes` only describe what an animation would do. */
const ACCEPTED = /^@(?:media \(prefers-reduced-motion: no-preference\)|keyframes [\w-]+) \{.*?^\}/gms;

/** @returns the declarations that move or fade something, also for a reader who asked for reduced motion. */
function motionsFor(css: string): string[] {
  const applied = css.replace(/\/\*.*?\*\//gs, '').replace(ACCEPTED, '');
  return [...applied.matchAll(/^\s*((?:animation|transition)[\w-]*:[^;]*|scroll-behavior: smooth)/gm)]
    .map(([, declaration = '']) => declaration.replace(/\s+/g, ' '))
    .filter((declaration) => !endsImmediately(declaration));
}

/** @returns whether each transition of a declaration takes a duration from the tokens, which are zero with reduced motion. */
function endsImmediately(declaration: string): boolean {
  return (
    declaration.startsWith('transition') &&
    declaration.split(',').every((transition) => /var\(--motion-\w+\)/.test(transition))
  );
}

test('finds what moves or fades with reduced motion', () => {
  const css = `
.a {
  animation: breathe 2s;
  transition:
    color 1s,
    opacity var(--motion-fast);
}

@media (prefers-reduced-motion: no-preference) {
  .b {
    animation: turn 1s;
  }
}

.c {
  transition: color var(--motion-fast) var(--ease-out);
  scroll-behavior: smooth;
}
`;
  expect(motionsFor(css)).toEqual([
    'animation: breathe 2s',
    'transition: color 1s, opacity var(--motion-fast)',
    'scroll-behavior: smooth',
  ]);
});

test.each(styleFiles)('%s moves and fades nothing for a reader who asked for reduced motion', (path) => {
  expect(motionsFor(readFileSync(`${root}${path}`, 'utf8'))).toEqual([]);
});

test('the durations of the tokens are zero with reduced motion', () => {
  const tokens = readFileSync(`${root}app/styles/tokens.css`, 'utf8');
  const [reduced = ''] = /@media \(prefers-reduced-motion: reduce\) \{.*?^\}/ms.exec(tokens) ?? [];
  const namesIn = (css: string) => [
    ...new Set([...css.matchAll(/(--motion-\w+): /g)].map(([, name]) => name)),
  ];
  expect(namesIn(tokens).length).toBeGreaterThan(0);
  expect([...reduced.matchAll(/(--motion-\w+): 0s;/g)].map(([, name]) => name)).toEqual(namesIn(tokens));
});
