import type { Page } from '@playwright/test';
import { limits } from '#tests/bench/count-limits.ts';
import { readBuiltPages } from '../support/built-pages.ts';
import { countRequests } from '../support/repeat-load.ts';
import { expect, test } from './support/billing.ts';
import { signInAs } from './support/sign-in.ts';

test.use({ isPageIdleBusy: true });

/** Waits until an idle browser has preloaded the scripts of the header's links. */
async function untilPreloaded(page: Page): Promise<void> {
  await page.waitForFunction((help) => {
    const links = document.querySelectorAll<HTMLLinkElement>(
      'link[rel="modulepreload"], link[rel="stylesheet"]',
    );
    const asked = [...links].map(({ href }) => href);
    const loaded = new Set(performance.getEntriesByType('resource').map(({ name }) => name));
    return asked.some((href) => href.includes(help)) && asked.every((href) => loaded.has(href));
  }, readBuiltPages().pages['routes/help']?.module ?? '');
}

for (const [path, most] of Object.entries(limits.repeatRequests)) {
  test(`a repeat load makes at most ${most} requests to the portal: ${path}`, async ({
    page,
    stack,
    trialist,
  }) => {
    const isVisitor = path === '/login';
    if (isVisitor) await page.context().clearCookies();
    else await signInAs(page, trialist.client);
    const settled = async () => {
      if (!isVisitor) await untilPreloaded(page);
    };
    const url = `${stack.portalUrl}${path}`;
    await page.goto(url, { waitUntil: 'networkidle' });
    await settled();
    const { urls } = await countRequests(page, url, settled);
    expect(new URL(page.url()).pathname).toBe(path);
    expect(urls.length, urls.join('\n')).toBeLessThanOrEqual(most);
  });
}
