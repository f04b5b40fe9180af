import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  canGrantRole,
  canGrantScopes,
  effectivePermissions,
  grantableRoles,
  holds,
  invitableRoles,
} from '#app/domain/access/grants.ts';
import { type Permission, permissions, permissionsOf, type Role, roles } from '#app/domain/access/roles.ts';

/** Permissions that a person needs to give each role, written down apart from the code. */
const needed: Record<Role, Permission[]> = {
  member: ['workspace:open', 'workspace:view'],
  billing: ['workspace:open', 'workspace:view', 'billing:manage'],
  operator: ['workspace:open', 'workspace:view', 'workspace:configure', 'backup:export'],
  owner: [
    ...([
      'workspace:open',
      'workspace:view',
      'workspace:configure',
      'backup:export',
      'backup:credentials',
      'billing:manage',
    ] as const),
    ...(['member:invite', 'member:manage', 'activity:view', 'account:setup'] as const),
  ],
};
/** Concern only the person. */
const personal = ['profile:manage', 'support:ask'];

/** Every possible set of a token's scopes, including sets that no one can grant today. */
const everySet = Array.from({ length: 2 ** permissions.length }, (_, bits) =>
  permissions.filter((_permission, index) => (bits >> index) & 1),
);

test('the number of permissions allows trying every set of scopes', () => {
  expect(everySet.length).toBe(2 ** permissions.length);
  expect(new Set(Object.values(needed).flat())).toEqual(
    new Set(permissions.filter((permission) => !personal.includes(permission))),
  );
});

test.for(roles)(
  'a session or a token of role %s grants only what it holds, for every set of scopes',
  (role) => {
    for (const scopes of [null, ...everySet]) {
      const holder = { permissions: effectivePermissions(role, scopes) };
      for (const permission of permissions) {
        const isHeld = permissionsOf(role).includes(permission) && (scopes?.includes(permission) ?? true);
        if (holds(holder, permission) !== isHeld) throw new Error(`${role} ${scopes} ${permission}`);
        if (canGrantScopes(holder, [permission]) !== isHeld)
          throw new Error(`${role} ${scopes} ${permission}`);
      }
      for (const granted of roles) {
        const isWithin = needed[granted].every((permission) => holder.permissions.includes(permission));
        if (canGrantRole(holder, granted) !== isWithin) throw new Error(`${role} ${scopes} ${granted}`);
        if (grantableRoles(holder).includes(granted) !== isWithin)
          throw new Error(`${role} ${scopes} ${granted}`);
      }
    }
  },
);

test('a token with only member:invite grants no role, and no token grants session-only permissions', () => {
  const only = { permissions: effectivePermissions('owner', ['member:invite']) };
  expect(grantableRoles(only)).toEqual([]);
  const withoutSessions = { permissions: permissions.filter((permission) => permission !== 'member:manage') };
  expect(grantableRoles(withoutSessions)).toEqual(['billing', 'operator', 'member']);
});

test('a holder grants several scopes when they have each of them', () => {
  const holder = { permissions: permissionsOf('billing') };
  expect(canGrantScopes(holder, ['billing:manage', 'workspace:view'])).toBe(true);
  expect(canGrantScopes(holder, ['billing:manage', 'backup:export'])).toBe(false);
  expect(canGrantScopes(holder, [])).toBe(true);
});

test('an unknown role of a newer deployment has no permission and cannot invite', () => {
  const unknown = 'auditor' as Role;
  expect(effectivePermissions(unknown, null)).toEqual([]);
  expect(invitableRoles(unknown)).toEqual([]);
});

test('only a role with member:invite can have open invitations', () => {
  expect(Object.fromEntries(roles.map((role) => [role, invitableRoles(role)]))).toEqual({
    owner: [...roles],
    billing: [],
    operator: [],
    member: [],
  });
});

test('product code checks permissions, which a token narrows, and never the role', () => {
  const files = [
    ...globSync('{app/use-cases,app/http,workers}/**/*.{ts,tsx}'),
    // A screen's components, like those of app/components, only display a role.
    ...globSync('app/routes/**/{*.ts,route.tsx}'),
  ];
  const byRole = files.filter((file) => /\bcan\(\w*\.?viewer\.role/.test(readFileSync(file, 'utf8')));
  expect(files.length).toBeGreaterThan(150);
  // Distinguishes a missing role from a missing scope, and then checks the permission.
  expect(byRole.sort()).toEqual(['app/http/caller.ts']);
});
