import { AppError } from '#app/domain/errors/app-error.ts';
import { orElse } from '#app/http/account-answer.ts';
import { refuseMethod } from '#app/http/api.ts';
import { callingWorkspace, cloudHeaders } from '#app/http/cloud-call.ts';
import { api } from '#app/http/handlers.ts';
import { readCloudUser } from '#app/use-cases/cloud/cloud-user.ts';

/** `GET /cloud/user`: a workspace asks who one of its people is, as n8n's editor reads it. One round trip. */
export const loader = api(callingWorkspace('cloud-user'), async ({ context, viewer }) => {
  const { email, ...caller } = viewer;
  if (email === null) throw new AppError('signature_invalid');
  const user = await orElse('user_not_loaded', () => readCloudUser(context.services, { ...caller, email }));
  const { survey, ...person } = user;
  const told = Object.entries(survey ?? {}).filter(([, answer]) => answer !== null);
  // Nobody is a member before they have confirmed their e-mail.
  const data = { confirmed: true, ...person, information: Object.fromEntries(told) };
  return Response.json({ data }, { headers: cloudHeaders });
});

export const action = refuseMethod('GET, HEAD');
