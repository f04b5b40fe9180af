import type { Client } from '@libsql/client';
import { post } from './api-calls.ts';
import { askForLink, changePassword, invite, setUpOwner } from './people.ts';
import { newAddress, PortalClient, type TestPortal, uniqueName } from './portal-client.ts';

/** A form or call that sets a password, ready to be sent any number of times. */
export interface PasswordChoice {
  /** The field with the refusal. */
  field: 'password' | 'newPassword';
  send(password: string): Promise<Response>;
}

interface ChoiceKind {
  title: string;
  /** The use case that hashes the password. */
  useCase: string;
  prepare(portal: TestPortal, database: Client): Promise<PasswordChoice>;
}

/**
 * Every form and call that sets a password; `tests/unit/account/new-password.test.ts` compares the list with the use cases.
 */
export const passwordChoices: ChoiceKind[] = [
  {
    title: 'the registration form',
    useCase: 'app/use-cases/registration/register-account.ts',
    async prepare(portal) {
      const client = new PortalClient(portal);
      return {
        field: 'password',
        send: async (password) => (await client.register({ password })).response,
      };
    },
  },
  {
    title: 'the registration form with someone else’s e-mail',
    useCase: 'app/use-cases/registration/register-account.ts',
    async prepare(portal, database) {
      const { email } = (await setUpOwner(portal, database)).fields;
      const client = new PortalClient(portal);
      return {
        field: 'password',
        send: async (password) => (await client.register({ email, confirmEmail: email, password })).response,
      };
    },
  },
  {
    title: 'POST /auth/register',
    useCase: 'app/use-cases/registration/register-account.ts',
    async prepare(portal) {
      const client = new PortalClient(portal);
      return {
        field: 'password',
        async send(password) {
          const accountName = uniqueName();
          const email = `${accountName}@example.com`;
          const humanCheck = await client.humanCheck();
          const person = { fullName: 'Ada Lovelace', email, confirmEmail: email, accountName };
          return post(client, '/auth/register', { ...person, password, humanCheck });
        },
      };
    },
  },
  {
    title: 'the change password dialog',
    useCase: 'app/use-cases/recovery/change-password.ts',
    async prepare(portal, database) {
      const { client, fields } = await setUpOwner(portal, database);
      return {
        field: 'newPassword',
        send: (password) => changePassword(client, fields.password, password),
      };
    },
  },
  {
    title: 'the reset form',
    useCase: 'app/use-cases/recovery/reset-password.ts',
    async prepare(portal, database) {
      const owner = await setUpOwner(portal, database);
      const token = await askForLink(portal, '/forgot-password', owner.fields.email);
      return {
        field: 'newPassword',
        send: (newPassword) =>
          new PortalClient(portal).post(`/reset-password?token=${token}`, { newPassword }),
      };
    },
  },
  {
    title: 'the invitation form',
    useCase: 'app/use-cases/invitation/accept-invitation.ts',
    async prepare(portal, database) {
      const owner = await setUpOwner(portal, database);
      const token = await invite(owner, newAddress());
      return {
        field: 'password',
        send: (password) =>
          new PortalClient(portal).post(`/invitation?token=${token}`, {
            fullName: 'Grace Hopper',
            password,
          }),
      };
    },
  },
  {
    title: 'the form of a confirmation in another browser',
    useCase: 'app/use-cases/registration/confirm-elsewhere.ts',
    async prepare(portal) {
      const registrant = new PortalClient(portal);
      const { fields } = await registrant.register();
      const token = await registrant.confirmationToken(fields.email);
      return {
        field: 'password',
        send: (password) =>
          new PortalClient(portal).post(`/confirm-email?token=${token}`, {
            fullName: fields.fullName,
            password,
          }),
      };
    },
  },
];
