import { expect, test } from 'vitest';
import { newToken } from '#app/crypto/secrets.ts';
import {
  apiScopes,
  apiTokenExpiry,
  grantableScopes,
  isApiToken,
  isApiTokenTouchDue,
  writeApiToken,
} from '#app/domain/access/api-token.ts';
import { permissionsOf, type Role, roles } from '#app/domain/access/roles.ts';

test('a token has its prefix and a checksum that a scanner can compute', () => {
  // zlib's crc32 of 43 times "A" is 0xc2b5986.
  expect(writeApiToken('A'.repeat(43))).toBe(`weft_pat_${'A'.repeat(43)}0DofJ8`);
  expect(isApiToken(writeApiToken('A'.repeat(43)))).toBe(true);
});

test('rejects a token with a wrong character, two swapped ones or a missing part', () => {
  for (let round = 0; round < 200; round += 1) {
    const token = writeApiToken(newToken());
    expect(isApiToken(token)).toBe(true);
    const at = 9 + (round % 49);
    const other = token[at] === 'x' ? 'y' : 'x';
    expect(isApiToken(token.slice(0, at) + other + token.slice(at + 1))).toBe(false);
    const [first, second] = [token[at - 1] ?? '', token[at] ?? ''];
    if (at > 9 && first !== second) {
      expect(isApiToken(token.slice(0, at - 1) + second + first + token.slice(at + 1))).toBe(false);
    }
    expect(isApiToken(token.slice(0, -1))).toBe(false);
    expect(isApiToken(` ${token}`)).toBe(false);
    expect(isApiToken(`${token}\n`)).toBe(false);
  }
});

test('a role can grant the permissions that it has and that API calls require', () => {
  const scopesOf = (role: Role) => grantableScopes({ permissions: permissionsOf(role) });
  expect(scopesOf('owner')).toEqual([...apiScopes]);
  expect(scopesOf('member')).toEqual(['profile:manage', 'workspace:view', 'workspace:open']);
  for (const role of roles) expect(scopesOf(role)).toContain('workspace:view');
});

test('a token expires after its days and updates its last use hourly', () => {
  expect(apiTokenExpiry('30', 1_000)).toBe(1_000 + 30 * 86_400_000);
  expect(apiTokenExpiry('none', 1_000)).toBeNull();
  expect(isApiTokenTouchDue(null, 0)).toBe(true);
  expect(isApiTokenTouchDue(1_000, 3_600_999)).toBe(false);
  expect(isApiTokenTouchDue(1_000, 3_601_000)).toBe(true);
});
