import { json, redirect } from '@remix-run/cloudflare';
import { nextStepOf, owesSecondFactor, type Viewer } from '#app/domain/access/viewer.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import type { RowRefusal } from '#app/http/act-on-rows.ts';
import { type PostedForm, refusedByUseCase, refusedForm } from '#app/http/forms.ts';
import type { RequestContext } from '#app/http/load-context.ts';
import { noStoreHeaders } from '#app/http/no-store.ts';
import { type NoticeCode, noticeCookie } from '#app/http/notice-cookie.ts';
import { pathOfStep, paths } from '#app/http/paths.ts';
import { portalForms } from '#app/http/portal-forms.ts';
import { addAuthenticatorApp, addPasskey } from '#app/use-cases/second-factor/add-factor.ts';
import { replaceRecoveryCodes } from '#app/use-cases/second-factor/manage-factors.ts';

/** Recovery codes to show once, and where their person goes from there. */
export interface ShownCodes {
  recoveryCodes: string[];
  next: string;
}

/** Adds an authenticator app by the form of /account/security. */
export async function addAppByForm(
  form: PostedForm,
  context: RequestContext,
  viewer: Viewer,
): Promise<Response> {
  const submission = form.parse(portalForms.addApp);
  if (submission.status !== 'success') return refusedForm(submission);
  try {
    const { recoveryCodes } = await addAuthenticatorApp(
      context.services,
      viewer,
      submission.value,
      context.client,
    );
    return added(context, viewer, 'authenticator-added', recoveryCodes);
  } catch (error) {
    return refusedByUseCase(submission, error);
  }
}

/** Adds a passkey by the same page's form, whose answer a script filled in. */
export async function addPasskeyByForm(
  form: PostedForm,
  context: RequestContext,
  viewer: Viewer,
): Promise<Response> {
  const submission = form.parse(portalForms.addPasskey);
  if (submission.status !== 'success') return refusedForm(submission);
  const { name, answer } = submission.value;
  const passkey = { name, attestation: answer };
  return addPasskey(context.services, viewer, passkey, context.client).then(
    ({ recoveryCodes }) => added(context, viewer, 'passkey-added', recoveryCodes),
    refused,
  );
}

/** Replaces the recovery codes by the same page's form. */
export async function replaceCodesByForm(context: RequestContext, viewer: Viewer): Promise<Response> {
  return replaceRecoveryCodes(context.services, viewer, context.client).then(
    ({ recoveryCodes }) => shown(context, viewer, recoveryCodes),
    refused,
  );
}

function refused(error: unknown): Response {
  if (!(error instanceof AppError)) throw error;
  return json<RowRefusal>({ failure: error.code }, { status: error.status });
}

/** With the first factor come recovery codes, which the answer to the post itself shows. */
function added(
  context: RequestContext,
  viewer: Viewer,
  notice: NoticeCode,
  recoveryCodes: string[] | null,
): Response {
  if (recoveryCodes) return shown(context, viewer, recoveryCodes);
  context.deliverSoon();
  return redirect(paths.accountSecurity, {
    headers: { 'Set-Cookie': noticeCookie(notice, context.portal.isSecure) },
  });
}

/** A person who owed their account a second factor goes on to where they were held back from. */
function shown(context: RequestContext, viewer: Viewer, recoveryCodes: string[]): Response {
  context.deliverSoon();
  const next = owesSecondFactor(viewer) ? pathOfStep(nextStepOf(viewer)) : paths.accountSecurity;
  return json<ShownCodes>({ recoveryCodes, next }, { headers: noStoreHeaders });
}
