import type { SubmissionResult } from '@conform-to/react';
import { getFormProps, useForm } from '@conform-to/react';
import { json, type MetaFunction, redirect } from '@remix-run/cloudflare';
import { Form, useActionData, useLoaderData } from '@remix-run/react';
import { Trans, useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { FormErrors } from '#app/components/form/error-list.tsx';
import { TextField } from '#app/components/form/field.tsx';
import { PasswordField } from '#app/components/form/password-field.tsx';
import { SubmitButton } from '#app/components/form/submit-button.tsx';
import { PublicLayout } from '#app/components/layout/public-layout.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { Page } from '#app/components/ui/page.tsx';
import { normalizeEmail } from '#app/domain/account/email.ts';
import { invitationAcceptanceSchema } from '#app/domain/account/forms.ts';
import { anyone } from '#app/http/admission.ts';
import { signedInCookies } from '#app/http/cookies.ts';
import { readForm, refusedByUseCase, refusedForm } from '#app/http/forms.ts';
import { page } from '#app/http/handlers.ts';
import { htmlConstraints } from '#app/http/html-constraints.ts';
import { paths } from '#app/http/paths.ts';
import { portalForms } from '#app/http/portal-forms.ts';
import { i18n } from '#app/i18n/i18n.ts';
import {
  acceptAsNewUser,
  acceptAsViewer,
  readInvitation,
} from '#app/use-cases/invitation/accept-invitation.ts';

export const meta: MetaFunction = () => [{ title: i18n.t('invitation.pageTitle') }];

const tokenOf = (request: Request) => new URL(request.url).searchParams.get('token') ?? '';

/** What an invited person can do: join as who they are, sign in first, or make an account by a name and a password. */
export const loader = page(anyone, async ({ request, context }) => {
  const token = tokenOf(request);
  const invitation = await readInvitation(context.services, token);
  const state = await context.viewer();
  const viewerEmail = state.kind === 'signed-in' ? normalizeEmail(state.viewer.user.email) : null;
  const way =
    viewerEmail === invitation.emailNormalized
      ? ('join' as const)
      : viewerEmail !== null
        ? ('other-person' as const)
        : invitation.knownUserId
          ? ('sign-in' as const)
          : ('new-user' as const);
  const { accountName, inviterEmail, email, role } = invitation;
  return json({
    way,
    token,
    accountName,
    inviterEmail,
    email,
    role,
    constraint: htmlConstraints(invitationAcceptanceSchema),
  });
});

export const action = page(anyone, async ({ request, context }) => {
  const token = tokenOf(request);
  const form = await readForm(request);
  const state = await context.viewer();
  if (state.kind === 'signed-in') {
    await acceptAsViewer(context.services, { token, viewer: state.viewer, client: context.client });
    return redirect(paths.dashboard);
  }
  const submission = form.parse(portalForms.invitationAcceptance);
  if (submission.status !== 'success') return refusedForm(submission);
  try {
    const { sessionToken } = await acceptAsNewUser(context.services, {
      token,
      ...submission.value,
      client: context.client,
    });
    return redirect(paths.dashboard, {
      headers: signedInCookies({ sessionToken }, context),
    });
  } catch (error) {
    return refusedByUseCase(submission, error);
  }
});

export default function Invitation() {
  const { t } = useTranslation();
  const { way, token, accountName, inviterEmail, email, role, constraint } = useLoaderData<typeof loader>();
  const lastResult = useActionData<SubmissionResult>();
  const [form, fields] = useForm<z.input<typeof invitationAcceptanceSchema>>({
    id: 'invitation',
    lastResult,
    constraint,
  });
  const returnPath = `${paths.invitation}?${new URLSearchParams({ token })}`;
  return (
    <PublicLayout>
      <Page
        title={t('invitation.title', { accountName })}
        lead={
          <Trans
            i18nKey="invitation.lead"
            values={{ inviter: inviterEmail, role: t(`roles.${role}`), email }}
            components={{ strong: <strong /> }}
          />
        }
        width="narrow"
      >
        {way === 'other-person' && <Notice tone="warning">{t('invitation.otherPerson')}</Notice>}
        {way === 'sign-in' && (
          <>
            <Notice tone="info">{t('invitation.signInFirst')}</Notice>
            <ButtonLink to={`${paths.login}?${new URLSearchParams({ returnPath })}`} variant="primary">
              {t('invitation.signIn')}
            </ButtonLink>
          </>
        )}
        {(way === 'join' || way === 'new-user') && (
          <Form method="post" {...getFormProps(form)} className="form">
            <FormErrors form={form} />
            {way === 'new-user' && (
              <>
                <TextField field={fields.fullName} label={t('register.fullName')} autoComplete="name" />
                <PasswordField
                  field={fields.password}
                  label={t('register.password')}
                  hint={t('register.passwordHint')}
                  autoComplete="new-password"
                />
              </>
            )}
            <SubmitButton size="lg">{t('invitation.submit')}</SubmitButton>
          </Form>
        )}
      </Page>
    </PublicLayout>
  );
}
