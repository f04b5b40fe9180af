import type { Page } from '@playwright/test';
import axe, { type AxeResults, type RunOptions } from 'axe-core';

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
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const options: RunOptions = {
    iframes: false,
    // One element per passing rule is enough.
    resultTypes: ['violations'],
    ...(rules && { runOnly: rules }),
  };
  return page.evaluate(
    async ({ excluded, options }) => {
      const { axe: inPage } = window as unknown as { axe: typeof axe };
      const { violations, passes } = await inPage.run({ exclude: excluded }, options);
      return { violations, passes: passes.map(({ id }) => id) };
    },
    { excluded: exclude === undefined ? [] : [exclude], options },
  );
}
