import type { z } from 'zod';
import type { Viewer } from '#app/domain/access/viewer.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import type { Actor } from '#app/use-cases/record-acts.ts';
import type { Services } from '#app/use-cases/services.ts';
import type { Admission } from './admission.ts';
import { type HandleForm, runRowAction, submitForm } from './form-actions.ts';
import { type Form, readForm } from './forms.ts';
import { formAction } from './handlers.ts';
import type { NoticeCode } from './notice-cookie.ts';
import { redirectWithNotice } from './redirect-with-notice.ts';

/** The action of a page with several forms, by the pressed button's `intent`. @throws AppError malformed_body for others. */
export function intentAction<Who extends Viewer>(
  admission: Admission<Who>,
  handlers: Readonly<Record<string, HandleForm>>,
) {
  return formAction(admission, async ({ request, context, actor }) => {
    const form = await readForm(request);
    const intent = form.intent ?? '';
    const handle = Object.hasOwn(handlers, intent) ? handlers[intent] : undefined;
    if (!handle) throw new AppError('malformed_body');
    return handle(form, context, actor);
  });
}

type UseCase<Values> = (services: Services, actor: Actor, values: Values) => Promise<unknown>;

/** @param fields hidden ones. @returns a button's handler: a redirect to `path` with the notice, or an `ActionRefusal`. */
export function handleButton<Schema extends z.ZodType = z.ZodUndefined>(
  path: string,
  notice: NoticeCode,
  act: UseCase<z.output<Schema>>,
  fields?: Form<Schema>,
): HandleForm {
  return async (form, context, actor) => {
    const values = (fields && form.values(fields)) as z.output<Schema>;
    return runRowAction(context, path, notice, () => act(context.services, actor, values));
  };
}

/** @returns the handler of a form that a person fills in: such a redirect, or the form with its errors. */
export function handleFields<Schema extends z.ZodType>(
  path: string,
  notice: NoticeCode,
  act: UseCase<z.output<Schema>>,
  fields: Form<Schema>,
): HandleForm {
  return (form, context, actor) =>
    submitForm(form.parse(fields), async (values) => {
      await act(context.services, actor, values);
      return redirectWithNotice(context, path, notice);
    });
}
