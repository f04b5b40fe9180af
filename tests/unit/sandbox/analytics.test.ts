import { expect, test } from 'vitest';
import { World } from './harness.ts';

test('collects events in order, with their request data', async () => {
  await using world = await World.start();
  const report = (body: string) =>
    fetch(`${world.url}/analytics/events`, {
      method: 'POST',
      headers: { 'Content-Type': 'text/plain', Referer: 'http://portal.example/account' },
      body,
    });
  expect((await report('{"event":"page","path":"/login"}')).status).toBe(204);
  expect((await report('{"event":"page","path":"/dashboard"}')).status).toBe(204);
  expect((await report('not JSON')).status).toBe(400);
  const response = await fetch(`${world.url}/analytics/events`);
  expect(await response.json()).toEqual(
    ['/login', '/dashboard'].map((path) => ({
      at: expect.any(Number),
      referrer: 'http://portal.example/account',
      cookies: null,
      body: { event: 'page', path },
    })),
  );
});

test('the tag manager’s script can be loaded by another origin', async () => {
  await using world = await World.start();
  const { headers, status } = await fetch(`${world.url}/analytics/tag-manager.js`);
  expect(status).toBe(200);
  expect(headers.get('content-type')).toContain('text/javascript');
  expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
});
