import type { Client } from '@libsql/client';
import { PortalClient, type TestPortal } from './portal-client.ts';
import { one } from './rows.ts';

/** The page where an owner manages the people of their account. */
export const MEMBERS = '/account/members';

/** The form of a new person who joins. */
export const newcomer = { fullName: 'Grace Hopper', password: 'compile me' };

export const resend = (client: PortalClient, invitationId: string) =>
  client.post(MEMBERS, { intent: 'resend-invitation', invitationId });

export const revoke = (client: PortalClient, invitationId: string) =>
  client.post(MEMBERS, { intent: 'revoke-invitation', invitationId });

/** Accepts an invitation as a new person. */
export const joinBy = (portal: TestPortal, token: string, client = new PortalClient(portal)) =>
  client.post(`/invitation?token=${token}`, newcomer);

export async function invitationOf(database: Client, email: string): Promise<{ id: string; role: string }> {
  const row = await one(database, 'SELECT id, role FROM invitations WHERE email = ?', email);
  return { id: String(row.id), role: String(row.role) };
}

/** @returns the role of each member, by user id. */
export async function rolesIn(database: Client, accountId: string): Promise<Record<string, unknown>> {
  const { rows } = await database.execute({
    sql: 'SELECT user_id, role FROM memberships WHERE account_id = ?',
    args: [accountId],
  });
  return Object.fromEntries(rows.map((row) => [String(row.user_id), row.role]));
}
