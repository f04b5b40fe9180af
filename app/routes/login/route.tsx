import { json, type MetaFunction, redirect } from '@remix-run/cloudflare';
import { Link, useLoaderData, useLocation } from '@remix-run/react';
import { useEffect } from 'react';
import type { z } from 'zod';
import { LinkButton } from '#app/components/account/link-button.tsx';
import { localStore } from '#app/components/analytics/local-store.ts';
import { ConformForm } from '#app/components/form/conform-form.tsx';
import { TextField } from '#app/components/form/field.tsx';
import { FailureNotice, useFormAnswer } from '#app/components/form/form-answer.tsx';
import { PasswordField } from '#app/components/form/password-field.tsx';
import { SubmitButton } from '#app/components/form/submit-button.tsx';
import { type PageForm, useForm } from '#app/components/form/use-form.ts';
import { PublicLayout } from '#app/components/layout/public-layout.tsx';
import { PasskeyForm, type PasskeyFormProps } from '#app/components/security/passkey-form.tsx';
import { Page } from '#app/components/ui/page.tsx';
import { signInSchema } from '#app/domain/account/forms.ts';
import { templateIdIn, withTemplateId } from '#app/domain/flags/kept-template.ts';
import { localStorageKeys } from '#app/domain/flags/local-storage-keys.ts';
import { paths } from '#app/domain/paths.ts';
import { anyone, requireVisitor } from '#app/http/admission.ts';
import { authenticatorFor, currentTokenHash } from '#app/http/authenticator.ts';
import { setSessionCookies } from '#app/http/cookies.ts';
import { runAction, submitForm } from '#app/http/form-actions.ts';
import { type PostedForm, readForm } from '#app/http/forms.ts';
import { formAction, page } from '#app/http/handlers.ts';
import { htmlConstraints } from '#app/http/html-constraints.ts';
import type { RequestContext } from '#app/http/load-context.ts';
import { portalForms } from '#app/http/portal-forms.ts';
import { pathAfterSignIn } from '#app/http/return-path.ts';
import { urlOf } from '#app/http/url-of.ts';
import { t } from '#app/i18n/t.ts';
import { signInByPasskey } from '#app/use-cases/second-factor/sign-in-by-passkey.ts';
import { redeemCode, signInWithCode } from './login-code.ts';

export const meta: MetaFunction = () => [{ title: t('login.pageTitle') }];

/** With `?code=`, the target of a workspace's redirect (design §4); otherwise the `not-auth` guard and the form. */
export const loader = page(anyone, async ({ request, context }) => {
  const code = urlOf(request).searchParams.get('code');
  if (code !== null) return json(await signInWithCode(request, context, code));
  await requireVisitor(request, context);
  return json({
    kind: 'form' as const,
    constraint: htmlConstraints(signInSchema),
    passkey: (await context.passkeySignIn()).options,
  });
});

export const action = formAction(
  anyone,
  async ({ request, context }) => {
    const url = new URL(request.url);
    const code = url.searchParams.get('code');
    if (code !== null) throw await redeemCode(request, context, code);
    const form = await readForm(request);
    if (form.intent === 'passkey') return signInWithPasskey(form, url, context);
    return submitForm(form.parse(portalForms.signIn), async (values) => {
      // The form has been read: the strategy gets a request without it.
      const asked = new Request(request.url);
      const sessionToken = await authenticatorFor(context, values).authenticate('password', asked);
      return redirect(pathAfterSignIn(url), { headers: setSessionCookies({ sessionToken }, context) });
    });
  },
  'login_failed',
);

async function signInWithPasskey(form: PostedForm, url: URL, context: RequestContext) {
  const { services, client } = context;
  const { answer } = form.values(portalForms.passkeyAnswer);
  return runAction(async () => {
    const browser = { client, currentTokenHash: await currentTokenHash(context) };
    const session = await signInByPasskey(services, answer, browser);
    return redirect(pathAfterSignIn(url), { headers: setSessionCookies(session, context) });
  });
}

export default function Login() {
  const data = useLoaderData<typeof loader>();
  const { failure, lastResult } = useFormAnswer({ formIntents: [null] });
  return (
    <PublicLayout>
      {data.kind === 'switch' ? (
        <LinkButton
          title={t('loginCode.title')}
          lead={t('loginCode.lead', { email: data.email, current: data.currentEmail })}
          submit={t('loginCode.submit', { email: data.email })}
        />
      ) : data.kind === 'arrive' ? (
        <LinkButton
          title={t('loginCode.arriveTitle')}
          lead={t('loginCode.arriveLead')}
          submit={t('loginCode.arriveSubmit')}
        />
      ) : (
        <SignInForm
          constraint={data.constraint}
          lastResult={lastResult}
          passkey={data.passkey}
          failure={failure}
        />
      )}
    </PublicLayout>
  );
}

interface SignInFormProps extends PageForm {
  passkey: PasskeyFormProps['options'];
  /** Why the passkey was refused. */
  failure: string | null;
}

/** /login (spec §2): user name or e-mail, password, and alternatives for people without them. */
function SignInForm({ passkey, failure, ...given }: SignInFormProps) {
  const [form, fields] = useForm<z.input<typeof signInSchema>>({ id: 'login', ...given });
  useCachedUsername(fields.login.id);
  // A person with a template who uses another method than the password gets the template too.
  const templateId = templateIdIn(useLocation().search);
  return (
    <Page title={t('login.title')} lead={t('login.lead')} width="narrow">
      <ConformForm form={form}>
        <TextField
          field={fields.login}
          label={t('login.login')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
        <PasswordField field={fields.password} label={t('login.password')} autoComplete="current-password" />
        <SubmitButton size="lg">{t('login.submit')}</SubmitButton>
      </ConformForm>
      <FailureNotice sentence={failure} />
      <PasskeyForm options={passkey} label={t('passkey.signIn')} isAlternative />
      <p className="stack stack--sm">
        <Link to={withTemplateId(paths.forgotPassword, templateId)}>{t('forgotPassword.title')}</Link>
        <Link to={withTemplateId(paths.magicLink, templateId)}>{t('magicLink.fromLogin')}</Link>
      </p>
      <p>
        {t('login.noAccount')}{' '}
        <Link to={withTemplateId(paths.register, templateId)}>{t('login.register')}</Link>
      </p>
    </Page>
  );
}

/** Prefills an empty field with the last user name of this browser. */
function useCachedUsername(inputId: string): void {
  useEffect(() => {
    const username = localStore.read(localStorageKeys.cachedUsername);
    const input = document.getElementById(inputId);
    if (username && input instanceof HTMLInputElement && input.value === '') input.value = username;
  }, [inputId]);
}
