import { limits } from '#tests/bench/count-limits.ts';
import { countRequests } from '../support/repeat-load.ts';
import { expect, signInAs, test } from './support/billing.ts';

for (const [path, most] of Object.entries(limits.repeatRequests)) {
  test(`a repeat load makes at most ${most} requests to the portal: ${path}`, async ({
    page,
    stack,
    trialist,
  }) => {
    if (path === '/login') await page.context().clearCookies();
    else await signInAs(page, trialist.client);
    const url = `${stack.portalUrl}${path}`;
    await page.goto(url, { waitUntil: 'networkidle' });
    const { urls } = await countRequests(page, url);
    expect(new URL(page.url()).pathname).toBe(path);
    expect(urls.length, urls.join('\n')).toBeLessThanOrEqual(most);
  });
}
