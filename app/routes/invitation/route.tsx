import type { SubmissionResult } from '@conform-to/react';
import { json, type MetaFunction, redirect } from '@remix-run/cloudflare';
import { useActionData, useLoaderData } from '@remix-run/react';
import type { z } from 'zod';
import { ConformForm } from '#app/components/form/conform-form.tsx';
import { TextField } from '#app/components/form/field.tsx';
import { PasswordField } from '#app/components/form/password-field.tsx';
import { SubmitButton } from '#app/components/form/submit-button.tsx';
import { useForm } from '#app/components/form/use-form.ts';
import { PublicLayout } from '#app/components/layout/public-layout.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { Page } from '#app/components/ui/page.tsx';
import { normalizeEmail } from '#app/domain/account/email.ts';
import { newPersonSchema } from '#app/domain/account/forms.ts';
import { paths } from '#app/domain/paths.ts';
import { anyone } from '#app/http/admission.ts';
import { setSessionCookies } from '#app/http/cookies.ts';
import { submitForm } from '#app/http/form-actions.ts';
import { readForm } from '#app/http/forms.ts';
import { formAction, page } from '#app/http/handlers.ts';
import { htmlConstraints } from '#app/http/html-constraints.ts';
import { portalForms } from '#app/http/portal-forms.ts';
import { linkTokenOf } from '#app/http/url-of.ts';
import { t } from '#app/i18n/t.ts';
import { Trans } from '#app/i18n/trans.tsx';
import {
  acceptAsNewUser,
  acceptAsViewer,
  readInvitation,
} from '#app/use-cases/invitation/accept-invitation.ts';

export const meta: MetaFunction = () => [{ title: t('invitation.pageTitle') }];

/** An invited person joins with the current session, confirms their e-mail or signs in first, or creates an account. */
export const loader = page(anyone, async ({ request, context }) => {
  const token = linkTokenOf(request) ?? '';
  const invitation = await readInvitation(context.services, token);
  const state = await context.viewer();
  const viewer = state.kind === 'signed-in' ? state.viewer : null;
  const view =
    viewer === null
      ? invitation.knownUserId
        ? ('sign-in' as const)
        : ('new-user' as const)
      : normalizeEmail(viewer.user.email) !== invitation.emailNormalized
        ? ('other-person' as const)
        : viewer.progress.confirmedAt === null
          ? ('confirm' as const)
          : ('join' as const);
  const { accountName, inviterEmail, email, role } = invitation;
  return json({
    view,
    token,
    accountName,
    inviterEmail,
    email,
    role,
    constraint: htmlConstraints(newPersonSchema),
  });
});

export const action = formAction(anyone, async ({ request, context }) => {
  const token = linkTokenOf(request) ?? '';
  const form = await readForm(request);
  const state = await context.viewer();
  if (state.kind === 'signed-in') {
    await acceptAsViewer(context.services, { viewer: state.viewer, client: context.client }, token);
    return redirect(paths.dashboard);
  }
  return submitForm(form.parse(portalForms.invitationAcceptance), async (values) => {
    const input = { token, ...values, client: context.client };
    const session = await acceptAsNewUser(context.services, input);
    return redirect(paths.dashboard, { headers: setSessionCookies(session, context) });
  });
});

export default function Invitation() {
  const { view, token, accountName, inviterEmail, email, role, constraint } = useLoaderData<typeof loader>();
  const lastResult = useActionData<SubmissionResult>();
  const [form, fields] = useForm<z.input<typeof newPersonSchema>>({
    id: 'invitation',
    lastResult,
    constraint,
  });
  const returnPath = `${paths.invitation}?${new URLSearchParams({ token })}`;
  return (
    <PublicLayout flash={null}>
      <Page
        title={t('invitation.title', { accountName })}
        lead={
          <Trans
            i18nKey="invitation.lead"
            values={{ inviter: inviterEmail, role: t(`roles.${role}`), email }}
          />
        }
        width="narrow"
      >
        {view === 'other-person' && <Notice tone="warning">{t('invitation.otherPerson')}</Notice>}
        {view === 'confirm' && (
          <>
            <Notice tone="info">{t('errors.email_not_confirmed')}</Notice>
            <ButtonLink to={paths.confirmEmail} variant="primary">
              {t('requestedMail.title')}
            </ButtonLink>
          </>
        )}
        {view === 'sign-in' && (
          <>
            <Notice tone="info">{t('invitation.signInFirst')}</Notice>
            <ButtonLink to={`${paths.login}?${new URLSearchParams({ returnPath })}`} variant="primary">
              {t('invitation.signIn')}
            </ButtonLink>
          </>
        )}
        {(view === 'join' || view === 'new-user') && (
          <ConformForm form={form}>
            {view === 'new-user' && (
              <>
                <TextField field={fields.fullName} label={t('register.fullName')} autoComplete="name" />
                {/* The user name under which a password manager files the new password. */}
                <input type="text" autoComplete="username" value={email} readOnly hidden />
                <PasswordField
                  field={fields.password}
                  label={t('register.password')}
                  hint={t('register.passwordHint')}
                  autoComplete="new-password"
                />
              </>
            )}
            <SubmitButton size="lg">{t('invitation.submit')}</SubmitButton>
          </ConformForm>
        )}
      </Page>
    </PublicLayout>
  );
}
