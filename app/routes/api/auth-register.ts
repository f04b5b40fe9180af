import { z } from 'zod';
import { registrationSchema } from '#app/domain/account/forms.ts';
import { fieldError } from '#app/domain/errors/field-errors.ts';
import { orElse, signedInAnswer } from '#app/http/account-answer.ts';
import { anyone } from '#app/http/admission.ts';
import { parseBody, readJsonObject, refuseMethod } from '#app/http/api.ts';
import { api } from '#app/http/handlers.ts';
import { registerAccount } from '#app/use-cases/registration/register-account.ts';

/** The form's fields, and nothing else; of the types that JSON has and a form has not. */
const bodySchema = z
  .strictObject({
    ...registrationSchema.shape,
    newsletter: z.boolean({ error: fieldError('choose_one') }).optional(),
    timezone: z
      .string({ error: fieldError('timezone_unknown') })
      .max(64, fieldError('timezone_unknown'))
      .optional(),
  })
  .pipe(registrationSchema);

/** `POST /auth/register` (design §4, "API"): makes a pending account and signs its owner in. */
export const action = api(
  anyone,
  async ({ request, context }) => {
    const form = parseBody(bodySchema, await readJsonObject(request));
    const session = await orElse('registration_unavailable', () =>
      registerAccount(context.services, form, context.client),
    );
    context.deliverSoon();
    return signedInAnswer(context, session, 201);
  },
  { methods: 'POST' },
);

export const loader = refuseMethod('POST');
