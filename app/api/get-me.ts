import { z } from 'zod';
import { account, accountExample, readAccount } from './answers/account.ts';
import { user, userExample, viewerToUser } from './answers/user.ts';
import { caller, defineCall, json } from './plumbing/call.ts';

/** Spec §7; answers also before the e-mail is confirmed. */
export const getMe = defineCall('GET /auth/me', {
  who: caller('profile:manage', 'unfinished-too'),
  answers: { 200: json(z.strictObject({ user, account }), { user: userExample, account: accountExample }) },
  handle: async ({ context, viewer }) => ({
    user: viewerToUser(viewer),
    account: await readAccount(context, viewer),
  }),
});
