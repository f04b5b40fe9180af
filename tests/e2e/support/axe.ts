import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/**
 * Prepares axe for a page. Runs in the page itself, where the default opens a second page for each result; frames of
 * other origins, such as the payment provider's, are left out.
 */
export function axeFor(page: Page): AxeBuilder {
  // One element per passing rule is enough.
  return new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode();
}
