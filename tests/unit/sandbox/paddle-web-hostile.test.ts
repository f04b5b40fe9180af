import { expect, test } from 'vitest';
import {
  checkoutEvents,
  embedded,
  page,
  paid,
  portalUrl,
  serveCheckout,
  starter,
} from './paddle-web-harness.ts';

test.each([
  ['another site', 'https://evil.example/'],
  ['another site without its scheme', '//evil.example/'],
  ['another site behind a backslash', '/\\evil.example'],
  ['another site behind a tab', '/\t/evil.example'],
  ['a script', 'javascript:alert(1)'],
  ['nothing', ''],
])('a return to %s goes to the portal', async (_case, address) => {
  await using server = await serveCheckout([{ ...starter, status: 'completed' }]);
  const markup = await (await server.get(`${page}&return=${encodeURIComponent(address)}`)).text();
  expect(markup).toContain(`href="${portalUrl}/"`);
  expect(markup).not.toContain('evil');
});

test('hostile input in an order stays text', async () => {
  const hostile = '"><script>alert(1)</script>';
  await using server = await serveCheckout([
    { ...starter, customer: { id: 'ctm_1', email: hostile, name: hostile } },
  ]);
  const markup = await (
    await server.submit(embedded, { ...paid, postalCode: '', businessName: hostile })
  ).text();
  expect(markup).not.toContain('<script>');
  expect(checkoutEvents(await (await server.get(embedded)).text())).toMatchObject([
    { data: { customer: { email: hostile } } },
  ]);
});

test('ignores an unknown locale and theme', async () => {
  await using server = await serveCheckout();
  const markup = await (await server.get(`${page}&locale=%00x&theme=neon`)).text();
  expect(markup).toContain('$24.00');
  expect(markup).toContain('<html lang="en" class="page">');
  expect(await (await server.get(`${page}&locale=de`)).text()).toContain('24,00');
});
