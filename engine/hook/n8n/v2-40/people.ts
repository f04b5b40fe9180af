import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Internals } from '../internals.ts';
import type { N8n, N8nUser, NewUser } from '../n8n.ts';
import { databaseOf } from './database.ts';
import { serviceOf } from './parts.ts';

const OWNER = 'global:owner';
/** Sees and edits each workflow of the workspace: a member sees none of the others'. */
const ADMIN = 'global:admin';
const AUTH_COOKIE = 'n8n-auth';
const CLOSES_WITHIN_MS = 1_000;
/** Tables of keys and tokens that a person authorized, among them the MCP server's. */
const TOKEN_TABLES = [
  'user_api_keys',
  'oauth_access_tokens',
  'oauth_refresh_tokens',
  'oauth_authorization_codes',
  'oauth_user_consents',
];

interface AuthService {
  issueCookie(response: ServerResponse, user: object, usedMfa: boolean): void;
  authenticateUserByCookie(token: string): Promise<{ id: string }>;
}
interface OwnershipService {
  setupOwner(person: object, options: { passwordIsHashed: true }): Promise<{ id: string }>;
}
interface UserRepository {
  createUserWithProject(user: object): Promise<{ user: { id: string } }>;
  findOne(options: object): Promise<object | null>;
}
interface Push {
  backend: {
    /** A WebSocket, or a server-sent events response, which has no `terminate`. */
    connections: Record<string, { terminate?(): void }>;
    userIdByPushRef: Record<string, string>;
    close(connection: object): void;
  };
}

const PERSON = `SELECT id, email, disabled, "roleSlug" AS role FROM "user"`;

/** n8n's people and their sessions; no person has a known password. */
export function peopleOf(internals: Internals): Pick<N8n, 'people' | 'issueCookie' | 'personOf'> {
  const query = (sql: string, parameters: readonly unknown[]) => databaseOf(internals).query(sql, parameters);
  const auth = () => serviceOf<AuthService>(internals, 'AuthService');
  const users = () => serviceOf<UserRepository>(internals, 'UserRepository');

  async function one(condition: string, value: string): Promise<N8nUser | null> {
    const [row] = await query(`${PERSON} WHERE ${condition}`, [value]);
    return row ? userOf(row) : null;
  }
  const byId = async (id: string) => {
    const user = await one('id = ?', id);
    if (!user) throw new Error('n8n has no person of that id.');
    return user;
  };

  return {
    people: {
      find: (email) => one('email = ?', email.toLowerCase()),
      async owner() {
        const [row] = await query(`${PERSON} WHERE "roleSlug" = ? AND email IS NOT NULL`, [OWNER]);
        return row ? userOf(row) : null;
      },
      async setUpOwner(person) {
        const ownership = serviceOf<OwnershipService>(internals, 'OwnershipService');
        const { id } = await ownership.setupOwner(
          { ...person, password: unknownPassword() },
          { passwordIsHashed: true },
        );
        return byId(id);
      },
      async createAdmin(person: NewUser) {
        const { user } = await users().createUserWithProject({
          ...person,
          email: person.email.toLowerCase(),
          password: unknownPassword(),
          role: { slug: ADMIN },
        });
        return byId(user.id);
      },
      async makeOwner(userId) {
        await databaseOf(internals).transaction(async (transaction) => {
          await transaction.query('UPDATE "user" SET "roleSlug" = ? WHERE "roleSlug" = ?', [ADMIN, OWNER]);
          await transaction.query('UPDATE "user" SET "roleSlug" = ? WHERE id = ?', [OWNER, userId]);
        });
      },
      async rename(userId, { firstName, lastName }) {
        await query(
          `UPDATE "user" SET "firstName" = ?, "lastName" = ? WHERE id = ?
            AND ("firstName" IS NOT ? OR "lastName" IS NOT ?)`,
          [firstName, lastName, userId, firstName, lastName],
        );
      },
      async setDisabled(userId, isDisabled) {
        await query('UPDATE "user" SET disabled = ? WHERE id = ?', [isDisabled ? 1 : 0, userId]);
      },
      async endSessions(userId) {
        // n8n's cookies hold a hash of the password's hash, so a new one ends all sessions.
        await query('UPDATE "user" SET password = ?, "mfaEnabled" = 0, "mfaSecret" = NULL WHERE id = ?', [
          unknownPassword(),
          userId,
        ]);
        const { backend } = serviceOf<Push>(internals, 'Push');
        for (const [pushRef, connection] of Object.entries(backend.connections)) {
          if (backend.userIdByPushRef[pushRef] !== userId) continue;
          backend.close(connection);
          // A browser answers the close immediately; other connections are cut off.
          setTimeout(() => connection.terminate?.(), CLOSES_WITHIN_MS).unref();
        }
      },
      async removeKeys(userId) {
        await databaseOf(internals).transaction(async (transaction) => {
          for (const table of TOKEN_TABLES) {
            await transaction.query(`DELETE FROM "${table}" WHERE "userId" = ?`, [userId]);
          }
        });
      },
    },

    async issueCookie(userId, response) {
      const user = await users().findOne({ where: { id: userId }, relations: ['role'] });
      if (!user) throw new Error('n8n has no person of that id.');
      // The portal asks for its people's second factor.
      auth().issueCookie(response, user, true);
    },

    async personOf(request) {
      const token = cookieOf(request);
      if (token === null) return null;
      const found = await auth()
        .authenticateUserByCookie(token)
        .catch(() => null);
      return found && byId(found.id);
    },
  };
}

/** No hash of any password, so n8n's own comparison always fails. */
function unknownPassword(): string {
  return `!${randomBytes(32).toString('base64url')}`;
}

function userOf(row: Record<string, unknown>): N8nUser {
  return {
    id: String(row.id),
    email: String(row.email ?? ''),
    isOwner: row.role === OWNER,
    isDisabled: Boolean(row.disabled),
  };
}

function cookieOf({ headers }: IncomingMessage): string | null {
  for (const pair of (headers.cookie ?? '').split(';')) {
    const [name, value] = pair.trim().split('=', 2);
    if (name === AUTH_COOKIE && value) return decodeURIComponent(value);
  }
  return null;
}
