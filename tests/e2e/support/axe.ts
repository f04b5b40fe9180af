import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type { default as Axe, AxeResults, RunOptions } from 'axe-core';

/** Compiled by each page: half the work of the readable file. */
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The rules whose result differs between the light, the dark and the forced colors of the same page. */
export const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

interface Scope {
  /** Selector of a third party's content. */
  exclude?: string;
  /** Rules to check; by default all. */
  rules?: string[];
}

/**
 * Runs axe in the page itself, which loads it once. Frames, such as the payment provider's, are left out.
 * @returns the violations, and the ids of the rules that passed.
 */
export async function runAxe(
  page: Page,
  { exclude, rules }: Scope = {},
): Promise<{ violations: AxeResults['violations']; passes: string[] }> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  const options: RunOptions = {
    iframes: false,
    // One element per passing rule is enough.
    resultTypes: ['violations'],
    ...(rules && { runOnly: rules }),
  };
  return page.evaluate(
    async ({ excluded, options }) => {
      const { axe } = window as unknown as { axe: typeof Axe };
      const { violations, passes } = await axe.run({ exclude: excluded }, options);
      return { violations, passes: passes.map(({ id }) => id) };
    },
    { excluded: exclude === undefined ? [] : [exclude], options },
  );
}
