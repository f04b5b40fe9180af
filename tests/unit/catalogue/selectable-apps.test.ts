import { expect, test } from 'vitest';
import { type CatalogueApp, type IconData, toSelectableApps } from '#app/domain/catalogue/selectable-apps.ts';
import { MINUTE_MS } from '#app/domain/time/clock.ts';
import { n8nCatalogue } from '#app/integrations/catalogue/n8n-catalogue.ts';
import { json, Provider } from '../outbound/provider.ts';

const svg = (characters: number) => `data:image/svg+xml;base64,${'A'.repeat(characters)}`;
const picture = (fileBuffer: string): IconData => ({ type: 'file', fileBuffer });
const app = (name: string, iconData: IconData | null = null): CatalogueApp => ({
  id: `1-${name}`,
  name,
  displayName: name.toUpperCase(),
  iconData,
});
const noLogo = () => false;

test('an app carries its id, its picture and whether it is selected', () => {
  const apps = [app('slack'), app('zulip', picture(svg(8))), app('code', { type: 'icon', icon: 'code' })];
  expect(toSelectableApps(apps, new Set(['zulip']), (name) => name === 'slack')).toEqual([
    { id: '1-slack', name: 'slack', displayName: 'SLACK', icon: null, selected: false },
    { id: '1-zulip', name: 'zulip', displayName: 'ZULIP', icon: svg(8), selected: true },
    { id: '1-code', name: 'code', displayName: 'CODE', icon: null, selected: false },
  ]);
});

test('an app with a logo of the portal carries no picture', () => {
  expect(toSelectableApps([app('slack', picture(svg(8)))], new Set(), () => true)[0]?.icon).toBeNull();
});

test.each([
  'javascript:alert(1)',
  'data:text/html;base64,AAAA',
  'data:image/svg+xml,<svg onload=alert(1)>',
  'https://example.com/a.svg',
  'data:image/svg+xml;base64,AA"AA',
])('refuses %s as a picture', (fileBuffer) => {
  expect(toSelectableApps([app('a', picture(fileBuffer))], new Set(), noLogo)[0]?.icon).toBeNull();
});

test('a page carries at most 100,000 characters of pictures, of the first apps', () => {
  const apps = Array.from({ length: 40 }, (_, index) => app(`a${index}`, picture(svg(4_000))));
  const icons = toSelectableApps(apps, new Set(), noLogo).map(({ icon }) => icon);
  const total = icons.reduce((sum, icon) => sum + (icon?.length ?? 0), 0);
  expect(total).toBeLessThanOrEqual(100_000);
  expect(total).toBeGreaterThan(90_000);
  expect(icons.findLastIndex((icon) => icon !== null)).toBe(icons.filter((icon) => icon !== null).length - 1);
});

const entry = (id: unknown, name: string, iconData: unknown) => ({
  id,
  attributes: { name, displayName: name, popularity: 1, iconData, nodeCategories: [] },
});

test('the catalogue is queried for ids and pictures, and an unknown kind of picture is ignored', async () => {
  await using provider = await Provider.start(
    json({
      data: {
        nodes: {
          data: [
            entry('7', 'a', picture(svg(4))),
            entry(8, 'b', { type: 'icon', icon: 'globe' }),
            entry('9', 'c', { type: 'hologram' }),
          ],
        },
      },
    }),
  );
  const reported: unknown[] = [];
  const reportError = (error: unknown) => void reported.push(error);
  const catalogue = n8nCatalogue({ url: provider.url, outbound: provider.client(), reportError });
  const { apps, isComplete } = await catalogue.apps();
  expect([isComplete, reported]).toEqual([true, []]);
  expect(apps).toEqual([
    { id: '7', name: 'a', displayName: 'a', iconData: picture(svg(4)) },
    { id: '8', name: 'b', displayName: 'b', iconData: { type: 'icon', icon: 'globe' } },
    { id: '9', name: 'c', displayName: 'c', iconData: null },
  ]);
  const { query } = JSON.parse(provider.requests[0]?.body ?? '') as { query: string };
  // Spec §7: the limit and the order.
  expect(query).toContain('nodes(pagination: { limit: 9999 }, sort: ["popularity", "displayName"])');
  expect(query).toMatch(/data \{ id attributes \{ name displayName popularity iconData nodeCategories/);
});

test.each([
  ['an error of GraphQL', json({ errors: [{ message: 'Internal Server Error' }], data: null })],
  ['an answer of another shape', json('<html>')],
])('keeps the last known apps through %s', async (_what, odd) => {
  await using provider = await Provider.start(
    json({ data: { nodes: { data: [entry('7', 'a', null), entry('8', 'b', null)] } } }),
    odd,
  );
  const reportError = (error: unknown) => void error;
  const catalogue = n8nCatalogue({ url: provider.url, outbound: provider.client(), reportError });
  const known = await catalogue.apps();
  provider.aheadMs += 6 * MINUTE_MS;
  expect(await catalogue.apps()).toEqual(known);
  expect([known.apps.length, known.isComplete]).toEqual([2, true]);
});
