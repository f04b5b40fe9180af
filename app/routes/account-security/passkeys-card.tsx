import { Form } from '@remix-run/react';
import { type FormEvent, useRef, useState } from 'react';
import { FormErrors } from '#app/components/form/error-list.tsx';
import { TextField } from '#app/components/form/field.tsx';
import { SubmitButton } from '#app/components/form/submit-button.tsx';
import { type AnsweredForm, useForm } from '#app/components/form/use-form.ts';
import { createPasskeyInBrowser, type PasskeyProblem } from '#app/components/security/passkey-browser.ts';
import { useFreshOptions } from '#app/components/security/use-fresh-options.ts';
import { classNames } from '#app/components/ui/class-names.ts';
import { Notice } from '#app/components/ui/notice.tsx';
import { useHydrated } from '#app/components/ui/use-hydrated.ts';
import { MAX_PASSKEYS, type Passkey } from '#app/domain/access/second-factor.ts';
import { paths } from '#app/domain/paths.ts';
import { t } from '#app/i18n/t.ts';
import { FactorsCard, SetupButtons } from './factors-card.tsx';

export interface PasskeysCardProps extends AnsweredForm {
  passkeys: readonly Passkey[];
  /** WebAuthn creation options as JSON while a passkey is being added; null otherwise. */
  setup: string | null;
}

/** The person's passkeys, and the form that adds one. */
export function PasskeysCard({ passkeys, setup, lastResult }: PasskeysCardProps) {
  return (
    <FactorsCard kind="passkey" factors={passkeys} max={MAX_PASSKEYS}>
      {setup && <AddPasskey options={setup} lastResult={lastResult} />}
    </FactorsCard>
  );
}

function AddPasskey({ options, lastResult }: { options: string } & AnsweredForm) {
  const isHydrated = useHydrated();
  const answer = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<PasskeyProblem | 'exists' | null>(null);
  const { fresh, whenFresh } = useFreshOptions(options, () => setProblem('failed'));
  const [form, fields] = useForm<{ name: string }>({
    id: 'add-passkey',
    lastResult,
    // The browser checks the name first: a refusal by the server would leave an unusable passkey behind.
    constraint: { name: { required: true, maxLength: 60, pattern: String.raw`.*\S.*` } },
    defaultValue: { name: t('accountSecurity.passkeys.namePlaceholder') },
  });
  const action = `${paths.accountSecurity}?add=passkey`;

  /** Delays the form until the browser created the passkey, then submits it. */
  const make = (event: FormEvent<HTMLFormElement>) => {
    const element = event.currentTarget;
    if (answer.current?.value) return;
    event.preventDefault();
    setProblem(null);
    whenFresh(async (current) => {
      const made = await createPasskeyInBrowser(JSON.parse(current));
      if (typeof made === 'string') return setProblem(made);
      if (!answer.current) return;
      answer.current.value = JSON.stringify(made.response);
      element.requestSubmit();
      // A refused response must not be posted again.
      answer.current.value = '';
    });
  };

  return (
    <>
      <noscript>
        <p>{t('accountSecurity.passkeys.needsScript')}</p>
      </noscript>
      <Form
        method="post"
        action={action}
        id={form.id}
        className={classNames('form', !isHydrated && 'awaits-script')}
        onSubmit={make}
      >
        <FormErrors form={form} />
        {problem && <Notice tone="warning">{t(`passkey.${problem}`)}</Notice>}
        <input type="hidden" name="intent" value="add-passkey" />
        <input type="hidden" name="answer" ref={answer} />
        <TextField field={fields.name} label={t('accountSecurity.name')} autoComplete="off" />
        <SetupButtons>
          <SubmitButton isPending={!fresh}>{t('accountSecurity.passkeys.submit')}</SubmitButton>
        </SetupButtons>
      </Form>
    </>
  );
}
