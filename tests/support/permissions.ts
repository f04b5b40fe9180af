import { readFileSync } from 'node:fs';
import { type Permission, permissions, type Role, roles } from '#app/domain/access/roles.ts';
import type { Declaration } from './built-routes.ts';

/** The `who` of a row, with the kind of admission that its handler declares. */
const kinds = {
  anyone: 'anyone',
  pending: 'pending',
  registrant: 'registrant',
  person: 'member',
  caller: 'caller',
  'caller, unconfirmed too': 'caller',
  'caller, unfinished too': 'caller',
  signature: 'workspace',
} as const satisfies Record<string, Declaration['kind']>;

/** When an act requires a recent proof of identity, as docs/permissions.md explains. */
const proofs = { yes: 'always', factor: 'with-factor', partly: 'partly', '–': 'never' } as const;

/** A row of docs/permissions.md. */
export interface PermissionRow {
  readonly method: string;
  /** As in `app/routes.ts`. */
  readonly path: string;
  /** Null for a form without an intent, and for requests that are not forms. */
  readonly intent: string | null;
  readonly who: keyof typeof kinds;
  readonly kind: Declaration['kind'];
  /** The first is the handler's own; its use case requires the others. */
  readonly permissions: readonly Permission[];
  readonly proof: (typeof proofs)[keyof typeof proofs];
  readonly roles: readonly Role[];
}

const page = readFileSync(new URL('../../docs/permissions.md', import.meta.url), 'utf8');

/** Every row of docs/permissions.md. @throws for a cell with an unknown value. */
export const permissionRows: readonly PermissionRow[] = page
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (-+|method) +\|/.test(line))
  .map((line) => {
    const [method = '', path = '', intent = '', who = '', named = '', proof = '', ...cells] = line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
    if (!isWho(who)) throw new Error(`docs/permissions.md: ${who} is nobody known, in ${line}`);
    if (!isProof(proof)) throw new Error(`docs/permissions.md: ${proof} is not a kind of proof, in ${line}`);
    const isByRole = named !== '–';
    const expected = isByRole ? ['yes', '–'] : [''];
    if (cells.length !== roles.length || cells.some((cell) => !expected.includes(cell))) {
      throw new Error(`docs/permissions.md: the roles must be given by ${expected}, in ${line}`);
    }
    return {
      method,
      path: path.replaceAll('`', ''),
      intent: intent === '–' ? null : intent,
      who,
      kind: kinds[who],
      permissions: isByRole ? named.split(', ').map(permissionOf) : [],
      proof: proofs[proof],
      roles: roles.filter((_role, index) => cells[index] === 'yes'),
    };
  });

/** The columns of the roles, in their order. */
export const roleColumns = page
  .match(/^\| method .*\|$/m)?.[0]
  .split('|')
  .slice(7, -1)
  .map((cell) => cell.trim());

/** The row of a call; an intent without its own row uses the row without an intent. @returns undefined without a row. */
export function permissionRowOf(
  method: string,
  path: string,
  intent: string | null,
): PermissionRow | undefined {
  const rows = permissionRows.filter((row) => row.path === path && [method, 'ANY'].includes(row.method));
  return rows.find((row) => row.intent === intent) ?? rows.find((row) => row.intent === null) ?? rows[0];
}

/** @returns a row's name in the messages of tests. */
export function rowName({ method, path, intent }: Pick<PermissionRow, 'method' | 'path' | 'intent'>): string {
  return intent === null ? `${method} ${path}` : `${method} ${path} ${intent}`;
}

function isWho(who: string): who is keyof typeof kinds {
  return who in kinds;
}

function isProof(proof: string): proof is keyof typeof proofs {
  return proof in proofs;
}

function permissionOf(name: string): Permission {
  const known = permissions.find((permission) => permission === name);
  if (!known) throw new Error(`docs/permissions.md: ${name} is not a permission.`);
  return known;
}
