import { json, redirect } from '@remix-run/cloudflare';
import type { Viewer } from '#app/domain/access/viewer.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import { fieldError } from '#app/domain/errors/field-errors.ts';
import { checkAttachment } from '#app/domain/help/attachment.ts';
import { ATTACHMENT_MAX_BYTES } from '#app/domain/help/attachment-limits.ts';
import { paths } from '#app/domain/paths.ts';
import { readForm, rejectWithError } from '#app/http/forms.ts';
import type { RequestContext } from '#app/http/load-context.ts';
import { portalForms } from '#app/http/portal-forms.ts';
import { openTicket } from '#app/use-cases/support/open-ticket.ts';

/** Opens a support ticket, with or without a file. @throws AppError malformed_body for anything but one of our forms. */
export async function openTicketByForm(
  request: Request,
  context: RequestContext,
  viewer: Viewer,
): Promise<Response> {
  const form = await readForm(request);
  const key = form.parse(portalForms.ticketKey);
  if (key.status !== 'success') throw new AppError('malformed_body');
  const attachment = await readAttached(form.file(portalForms.ticket));
  const submission = form.parse(portalForms.ticket);
  const isRefused = attachment !== null && 'refusal' in attachment;
  if (submission.status !== 'success' || isRefused) {
    const wrong = isRefused ? { fieldErrors: { attachment: [fieldError(attachment.refusal)] } } : {};
    return json(submission.reply(wrong), { status: 422 });
  }
  try {
    const id = await openTicket({ ...context.services, reportError: context.reportError }, viewer, {
      ...submission.value,
      formKey: key.value.formKey,
      attachment,
    });
    return redirect(`${paths.help}?${new URLSearchParams({ sent: id })}`);
  } catch (error) {
    return rejectWithError(submission, error);
  }
}

async function readAttached(file: File | string | null): Promise<ReturnType<typeof checkAttachment> | null> {
  // A browser sends an empty file field as a file without a name; a form without files sends none.
  if (file === null || file === '') return null;
  if (typeof file === 'string') return { refusal: 'attachment_type' };
  if (file.name === '' && file.size === 0) return null;
  if (file.size > ATTACHMENT_MAX_BYTES) return { refusal: 'attachment_too_large' };
  return checkAttachment(file.name, new Uint8Array(await file.arrayBuffer()));
}
