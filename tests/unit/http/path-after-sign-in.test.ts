import { expect, test } from 'vitest';
import { pathAfterSignIn } from '#app/http/return-path.ts';

test.each([
  ['/login', '/dashboard'],
  ['/login?templateId=5', '/dashboard?templateId=5'],
  ['/login?returnPath=%2Fdashboard%3FtemplateId%3D5', '/dashboard?templateId=5'],
  ['/login?returnPath=%2Fmanage', '/manage'],
  ['/login?returnPath=%2F%2Fevil.example&templateId=5', '/dashboard'],
])('%s redirects to %s', (path, expected) => {
  expect(pathAfterSignIn(new URL(path, 'https://weft.example'))).toBe(expected);
});
