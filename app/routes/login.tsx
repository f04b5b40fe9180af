import { getFormProps, useForm } from '@conform-to/react';
import { parseWithZod } from '@conform-to/zod/v4';
import { json, type MetaFunction, redirect } from '@remix-run/cloudflare';
import { Form, Link, useActionData, useLoaderData } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { FormErrors } from '#app/components/form/error-list.tsx';
import { TextField } from '#app/components/form/field.tsx';
import { PasswordField } from '#app/components/form/password-field.tsx';
import { SubmitButton } from '#app/components/form/submit-button.tsx';
import { PageFlash } from '#app/components/layout/page-flash.tsx';
import { PublicLayout } from '#app/components/layout/public-layout.tsx';
import { Page } from '#app/components/ui/page.tsx';
import { signInSchema } from '#app/domain/account/forms.ts';
import { authenticatorFor } from '#app/http/authenticator.ts';
import { sessionCookie } from '#app/http/cookies.ts';
import { readForm, refusedByUseCase, refusedForm } from '#app/http/forms.ts';
import { requireVisitor } from '#app/http/guards.ts';
import { page } from '#app/http/handlers.ts';
import { htmlConstraints } from '#app/http/html-constraints.ts';
import { paths, safeReturnPath } from '#app/http/paths.ts';
import { i18n } from '#app/i18n/i18n.ts';

export const meta: MetaFunction = () => [{ title: i18n.t('login.pageTitle') }];

export const loader = page(async ({ request, context }) => {
  await requireVisitor(request, context);
  return json({ constraint: htmlConstraints(signInSchema) });
});

export const action = page(async ({ request, context }) => {
  const submission = parseWithZod(await readForm(request.clone() as Request), { schema: signInSchema });
  if (submission.status !== 'success') return refusedForm(submission, ['password']);
  try {
    const token = await authenticatorFor(context).authenticate('password', request);
    const returnPath = new URL(request.url).searchParams.get('returnPath');
    return redirect(safeReturnPath(returnPath), {
      headers: { 'Set-Cookie': sessionCookie(token, context.portal.isSecure) },
    });
  } catch (error) {
    return refusedByUseCase(submission, error, ['password']);
  }
});

export default function Login() {
  const { t } = useTranslation();
  const { constraint } = useLoaderData<typeof loader>();
  const lastResult = useActionData<typeof action>();
  const [form, fields] = useForm<z.input<typeof signInSchema>>({
    id: 'login',
    lastResult: lastResult as never,
    constraint: constraint as never,
  });
  return (
    <PublicLayout flash={<PageFlash />}>
      <Page title={t('login.title')} lead={t('login.lead')} width="narrow">
        <Form method="post" {...getFormProps(form)} className="form">
          <FormErrors form={form} />
          <TextField
            field={fields.login}
            label={t('login.login')}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
          />
          <PasswordField
            field={fields.password}
            label={t('login.password')}
            autoComplete="current-password"
          />
          <SubmitButton size="lg">{t('login.submit')}</SubmitButton>
        </Form>
        <p>
          {t('login.noAccount')} <Link to={paths.register}>{t('login.register')}</Link>
        </p>
      </Page>
    </PublicLayout>
  );
}
