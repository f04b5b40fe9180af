import { existsSync, readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { can, roles } from '#app/domain/access/roles.ts';
import { paths } from '#app/domain/paths.ts';
import { buildIfChanged } from '#scripts/local/build.ts';
import type { Declaration } from '../../support/built-routes.ts';
import { operations, routeOf } from '../../support/declared-calls.ts';
import { type PermissionRow, permissionRows, roleColumns, rowName } from '../../support/permissions.ts';

interface Handler {
  name: string;
  method: string;
  path: string;
  intents: Array<string | null>;
  declared: Pick<Declaration, 'kind' | 'permission'> | undefined;
}

/** The built application's handlers, by method, path and intent. */
let handlers: Handler[];

// The first test builds the application.
beforeAll(async () => {
  await buildIfChanged();
  const { builtRoutes } = await import('../../support/built-routes.ts');
  const ofRoutes = Object.entries(builtRoutes).flatMap(([id, route]) =>
    (['loader', 'action'] as const).flatMap((what): Handler[] => {
      const handler = route.module[what];
      // The root route makes no decisions and has no path.
      if (!handler || id === 'root') return [];
      const intents = what === 'action' ? intentsOf(id) : [null];
      const method = what === 'loader' ? 'GET' : 'POST';
      const declared = handler.admission;
      return [{ name: `${id} ${what}`, method, path: `/${route.path ?? ''}`, intents, declared }];
    }),
  );
  const ofCalls = operations.map(({ id, method, path, who }) => ({
    name: id,
    method: method === 'HEAD' ? 'GET' : method,
    path: routeOf(path),
    intents: [null],
    declared: who,
  }));
  const { liveStatus } = (await import(new URL('../../../workers/live-status.ts', import.meta.url).href)) as {
    liveStatus: { admission: Declaration };
  };
  const live = {
    name: 'live status',
    method: 'GET',
    path: paths.instanceLive,
    intents: [null],
    declared: liveStatus.admission,
  };
  const unknownCall = {
    name: 'unknown call',
    method: 'ANY',
    path: '/api/*',
    intents: [null],
    declared: { kind: 'anyone' as const },
  };
  handlers = [...ofRoutes, ...ofCalls, live, unknownCall];
});

/** Routes that share a folder with another route. */
const folderOf: Record<string, string> = { 'manage-instance': 'routes/manage' };

/** The intents in an action's source; null where the intent is optional. */
function intentsOf(id: string): Array<string | null> {
  const file = ['route.tsx', 'route.ts']
    .map((name) => new URL(`../../../app/${folderOf[id] ?? id}/${name}`, import.meta.url))
    .find((url) => existsSync(url));
  if (!file) throw new Error(`There is no file of ${id}.`);
  const source = readFileSync(file, 'utf8');
  const compared = [...source.matchAll(/\.intent [!=]== '([\w-]+)'/g)];
  const isSwitched = /switch \(\w+\.intent\)/.test(source);
  const cases = isSwitched ? [...source.matchAll(/case '([\w-]+)':/g)] : [];
  const [handled] = /(?<=intentAction\()[\s\S]*?(?=^\}\);)/m.exec(source) ?? [];
  if (handled) return [...handled.matchAll(/^ {2}'?([\w-]+)'?: /gm)].map(([, intent = '']) => intent);
  const intents = new Set([...compared, ...cases].map(([, intent = '']) => intent));
  // An action that only switches, or refuses all but one intent, accepts no form without an intent.
  const isNeeded = isSwitched || /\.intent !== /.test(source);
  return isNeeded ? [...intents] : [...intents, null];
}

/** Paths that the Worker handles before Remix does. */
function workerPaths(): string[] {
  const source = readFileSync(new URL('../../../workers/app.ts', import.meta.url), 'utf8');
  const known: Record<string, string> = { ...paths, CLOUD_LIMITS_PATH: '/api/cloud/limits' };
  return [...source.matchAll(/if \(path === (?:(?:paths\.)?(\w+)|'([^']+)')\) return await/g)].map(
    ([, name, literal]) => literal ?? String(known[name ?? '']),
  );
}

const isOf = (row: PermissionRow, { method, path }: Handler) =>
  row.path === path && (row.method === method || row.method === 'ANY');

test('every page, form, intent and call has a row, and every row is one of these', () => {
  const known = handlers.flatMap(({ intents, ...handler }) =>
    intents.map((intent) => ({ ...handler, intent })),
  );
  const missing = known.filter(
    (handler) =>
      !permissionRows.some((row) => isOf(row, { ...handler, intents: [] }) && row.intent === handler.intent),
  );
  expect(missing.map(rowName), 'without a row in docs/permissions.md').toEqual([]);
  const byWorker = workerPaths();
  const extra = permissionRows.filter(
    (row) =>
      !byWorker.includes(row.path) &&
      !handlers.some((handler) => isOf(row, handler) && handler.intents.includes(row.intent)),
  );
  expect(extra.map(rowName), 'rows of docs/permissions.md that nothing answers').toEqual([]);
  expect(byWorker.filter((path) => !permissionRows.some((row) => row.path === path))).toEqual([]);
  expect(byWorker.length).toBeGreaterThan(3);
  expect(new Set(permissionRows.map(rowName)).size).toBe(permissionRows.length);
  expect(handlers.length).toBeGreaterThan(90);
});

test('every handler declares the audience of its rows', () => {
  const declared = handlers.flatMap((handler) =>
    permissionRows
      .filter((row) => isOf(row, handler))
      .map((row) => ({ row, as: `${handler.declared?.kind} ${handler.declared?.permission ?? '–'}` })),
  );
  const byRow = (pick: (one: (typeof declared)[number]) => string) =>
    Object.fromEntries(declared.map((one) => [rowName(one.row), pick(one)]));
  expect(byRow(({ as }) => as)).toEqual(byRow(({ row }) => `${row.kind} ${row.permissions[0] ?? '–'}`));
});

test('the roles of each row have its permissions', () => {
  expect(roleColumns).toEqual([...roles]);
  const byRow = (rolesOf: (row: PermissionRow) => readonly string[]) =>
    Object.fromEntries(permissionRows.map((row) => [rowName(row), rolesOf(row)]));
  expect(
    byRow((row) =>
      row.permissions.length === 0
        ? []
        : roles.filter((role) => row.permissions.every((permission) => can(role, permission))),
    ),
  ).toEqual(byRow((row) => row.roles));
});

test('the API’s description of each call matches its row', () => {
  const calls = permissionRows.filter(({ path }) => path.startsWith('/api/'));
  // The reference page, the fallback, and a WebSocket.
  const undescribed = ['/api/docs', '/api/*', paths.instanceLive];
  const cell = (who: string, permission: string | undefined) => `${who} ${permission ?? '–'}`;
  const described = Object.fromEntries(
    operations.map(({ method, path, who }) => {
      const name = `${method === 'HEAD' ? 'GET' : method} ${routeOf(path)}`;
      if (who.kind === 'anyone') return [name, cell('anyone', undefined)];
      if (who.kind === 'workspace') return [name, cell('signature', undefined)];
      const also = who.alsoAdmits === undefined ? '' : `, ${who.alsoAdmits.replace('-', ' ')}`;
      return [name, cell(`caller${also}`, who.permission)];
    }),
  );
  const expected = calls
    .filter(({ path }) => !undescribed.includes(path))
    .map((row) => [rowName(row), cell(row.who, row.permissions[0])]);
  expect(described).toEqual(Object.fromEntries(expected));
});

test('the API’s description names the calls that need a recent proof', () => {
  const asking = operations
    .filter(({ refusals }) => refusals?.includes('access_unconfirmed'))
    .map(({ method, path }) => `${method} /api${path}`);
  const marked = permissionRows.filter(({ path, proof }) => path.startsWith('/api/') && proof !== 'never');
  expect(asking.sort()).toEqual(marked.map(rowName).sort());
});
