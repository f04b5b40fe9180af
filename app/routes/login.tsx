import { parseWithZod } from '@conform-to/zod/v4';
import { json, type MetaFunction, redirect } from '@remix-run/cloudflare';
import { useActionData, useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '#app/components/account/link-button.tsx';
import { SignInForm } from '#app/components/account/sign-in-form.tsx';
import { PageFlash } from '#app/components/layout/page-flash.tsx';
import { PublicLayout } from '#app/components/layout/public-layout.tsx';
import { signInSchema } from '#app/domain/account/forms.ts';
import { anyone } from '#app/http/admission.ts';
import { authenticatorFor } from '#app/http/authenticator.ts';
import { signedInCookies } from '#app/http/cookies.ts';
import { readForm, refusedByUseCase, refusedForm } from '#app/http/forms.ts';
import { requireVisitor } from '#app/http/guards.ts';
import { page } from '#app/http/handlers.ts';
import { htmlConstraints } from '#app/http/html-constraints.ts';
import { arriveByCode, signInWithCode } from '#app/http/login-code.ts';
import { pathAfterSignIn } from '#app/http/template-redirect.ts';
import { i18n } from '#app/i18n/i18n.ts';

export const meta: MetaFunction = () => [{ title: i18n.t('login.pageTitle') }];

/** With `?code=`, how a workspace sends its people here (design §4); else the `not-auth` guard and the form. */
export const loader = page(anyone, async ({ request, context }) => {
  const code = new URL(request.url).searchParams.get('code');
  if (code !== null) return json(await arriveByCode(request, context, code));
  await requireVisitor(request, context);
  return json({ kind: 'form' as const, constraint: htmlConstraints(signInSchema) });
});

export const action = page(anyone, async ({ request, context }) => {
  const url = new URL(request.url);
  const code = url.searchParams.get('code');
  if (code !== null) throw await signInWithCode(request, context, code);
  const submission = parseWithZod(await readForm(request.clone() as Request), { schema: signInSchema });
  if (submission.status !== 'success') return refusedForm(submission, ['password']);
  try {
    const sessionToken = await authenticatorFor(context).authenticate('password', request);
    return redirect(pathAfterSignIn(url), {
      headers: signedInCookies({ sessionToken }, context),
    });
  } catch (error) {
    return refusedByUseCase(submission, error, ['password']);
  }
});

export default function Login() {
  const { t } = useTranslation();
  const data = useLoaderData<typeof loader>();
  const lastResult = useActionData<typeof action>();
  return (
    <PublicLayout flash={<PageFlash />}>
      {data.kind === 'switch' ? (
        <LinkButton
          title={t('loginCode.title')}
          lead={t('loginCode.lead', { email: data.email, present: data.presentEmail })}
          submit={t('loginCode.submit', { email: data.email })}
        />
      ) : data.kind === 'arrive' ? (
        <LinkButton
          title={t('loginCode.arriveTitle')}
          lead={t('loginCode.arriveLead')}
          submit={t('loginCode.arriveSubmit')}
        />
      ) : (
        <SignInForm constraint={data.constraint} lastResult={lastResult as never} />
      )}
    </PublicLayout>
  );
}
