import { json } from '@remix-run/cloudflare';
import { nextStepOf, owesSecondFactor, type Viewer } from '#app/domain/access/viewer.ts';
import { pathOfStep, paths } from '#app/domain/paths.ts';
import { type HandleForm, runAction, submitForm } from '#app/http/form-actions.ts';
import { rejectForm } from '#app/http/forms.ts';
import type { RequestContext } from '#app/http/load-context.ts';
import type { NoticeCode } from '#app/http/notice-cookie.ts';
import { portalForms } from '#app/http/portal-forms.ts';
import { redirectWithNotice } from '#app/http/redirect-with-notice.ts';
import { addAuthenticatorApp, addPasskey } from '#app/use-cases/second-factor/add-factor.ts';
import { replaceRecoveryCodes } from '#app/use-cases/second-factor/manage-factors.ts';

/** Recovery codes to show once, and where their person goes from there. */
export interface ShownCodes {
  recoveryCodes: string[];
  next: string;
}

/** Adds an authenticator app by the form of /account/security. */
export const addAppByForm: HandleForm = (form, context, actor) =>
  submitForm(form.parse(portalForms.addApp), async (values) => {
    const { recoveryCodes } = await addAuthenticatorApp(context.services, actor, values);
    return answerAdded(context, actor.viewer, 'authenticator-added', recoveryCodes);
  });

/** Adds a passkey by the same page's form, which a script filled in. */
export const addPasskeyByForm: HandleForm = async (form, context, actor) => {
  const submission = form.parse(portalForms.addPasskey);
  if (submission.status !== 'success') return rejectForm(submission);
  const { name, answer } = submission.value;
  return runAction(async () => {
    const passkey = { name, attestation: answer };
    const { recoveryCodes } = await addPasskey(context.services, actor, passkey);
    return answerAdded(context, actor.viewer, 'passkey-added', recoveryCodes);
  });
};

/** Replaces the recovery codes by the same page's form. */
export const replaceCodesByForm: HandleForm = (_form, context, actor) =>
  runAction(async () => {
    const { recoveryCodes } = await replaceRecoveryCodes(context.services, actor);
    return showCodes(actor.viewer, recoveryCodes);
  });

/** The first factor creates recovery codes, which the response itself shows: a redirect would have to carry them. */
function answerAdded(
  context: RequestContext,
  viewer: Viewer,
  notice: NoticeCode,
  recoveryCodes: string[] | null,
): Response {
  if (recoveryCodes) return showCodes(viewer, recoveryCodes);
  return redirectWithNotice(context, paths.accountSecurity, notice);
}

/** A person whose account required the factor continues with the page they had been redirected from. */
function showCodes(viewer: Viewer, recoveryCodes: string[]): Response {
  const next = owesSecondFactor(viewer) ? pathOfStep(nextStepOf(viewer)) : paths.accountSecurity;
  return json<ShownCodes>({ recoveryCodes, next });
}
