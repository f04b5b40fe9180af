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

/** What somebody must hold to give each role, written down apart from the code. */
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
/** About a person alone. */
const personal = ['profile:manage', 'support:ask'];

/** Every set of scopes that a token could have, whatever it may be given today. */
const everySet = Array.from({ length: 2 ** permissions.length }, (_, bits) =>
  permissions.filter((_permission, index) => (bits >> index) & 1),
);

test('there are few enough permissions to try every set of scopes', () => {
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

test('a token with member:invite alone grants no role, and no token grants one with what only sessions do', () => {
  const only = { permissions: effectivePermissions('owner', ['member:invite']) };
  expect(grantableRoles(only)).toEqual([]);
  const withoutSessions = { permissions: permissions.filter((permission) => permission !== 'member:manage') };
  expect(grantableRoles(withoutSessions)).toEqual(['billing', 'operator', 'member']);
});

test('several scopes are granted when each is held', () => {
  const holder = { permissions: permissionsOf('billing') };
  expect(canGrantScopes(holder, ['billing:manage', 'workspace:view'])).toBe(true);
  expect(canGrantScopes(holder, ['billing:manage', 'backup:export'])).toBe(false);
  expect(canGrantScopes(holder, [])).toBe(true);
});

test('an unknown role, of a newer deployment, holds and answers for nothing', () => {
  const unknown = 'auditor' as Role;
  expect(effectivePermissions(unknown, null)).toEqual([]);
  expect(invitableRoles(unknown)).toEqual([]);
});

test('only a role that may invite answers for an invitation', () => {
  expect(Object.fromEntries(roles.map((role) => [role, invitableRoles(role)]))).toEqual({
    owner: [...roles],
    billing: [],
    operator: [],
    member: [],
  });
});

test('what a caller may do is read from their permissions, which a token narrows, and not from their role', () => {
  const files = [
    ...globSync('{app/use-cases,app/http,workers}/**/*.{ts,tsx}'),
    // A screen's components show what a role may do, as those of app/components do; they decide nothing.
    ...globSync('app/routes/**/{*.ts,route.tsx}'),
  ];
  const byRole = files.filter((file) => /\bcan\(\w*\.?viewer\.role/.test(readFileSync(file, 'utf8')));
  expect(files.length).toBeGreaterThan(150);
  // Both tell a role that is missing from a scope that is, and then ask for the permission.
  expect(byRole.sort()).toEqual(['app/http/admission.ts', 'workers/live-status.ts']);
});
