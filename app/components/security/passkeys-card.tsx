import { Form } from '@remix-run/react';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Passkey } from '#app/domain/access/second-factor.ts';
import { paths } from '#app/http/paths.ts';
import { SubmitButton } from '../form/submit-button.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Notice } from '../ui/notice.tsx';
import { useHydrated } from '../ui/use-hydrated.ts';
import { FactorRows } from './factor-rows.tsx';
import { createPasskeyInBrowser } from './passkey-browser.ts';

export interface PasskeysCardProps {
  passkeys: readonly Passkey[];
  /** What the browser is asked, as JSON, while one is being added. */
  setup: string | null;
}

/** The person's passkeys, and the making of another one. */
export function PasskeysCard({ passkeys, setup }: PasskeysCardProps) {
  const { t } = useTranslation();
  return (
    <Card title={t('accountSecurity.passkeys.title')}>
      <p className="text-muted">{t('accountSecurity.passkeys.lead')}</p>
      <FactorRows factors={passkeys} intent="remove-passkey" />
      {setup ? (
        <AddPasskey options={setup} />
      ) : (
        <p>
          <ButtonLink to={`${paths.accountSecurity}?add=passkey`} icon="plus" variant="secondary">
            {t('accountSecurity.passkeys.add')}
          </ButtonLink>
        </p>
      )}
    </Card>
  );
}

function AddPasskey({ options }: { options: string }) {
  const { t } = useTranslation();
  const isHydrated = useHydrated();
  const answer = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<Awaited<ReturnType<typeof createPasskeyInBrowser>> | null>(null);
  const action = `${paths.accountSecurity}?add=passkey`;

  /** The form is held back until the browser has made the passkey, and is then sent with it. */
  const make = async (event: FormEvent<HTMLFormElement>) => {
    const form = event.currentTarget;
    if (answer.current?.value) return;
    event.preventDefault();
    setProblem(null);
    const made = await createPasskeyInBrowser(JSON.parse(options));
    if (typeof made === 'string') return setProblem(made);
    if (!answer.current) return;
    answer.current.value = JSON.stringify(made.response);
    form.requestSubmit();
    // A refused one is not sent again.
    answer.current.value = '';
  };

  if (!isHydrated) return <p>{t('accountSecurity.passkeys.needsScript')}</p>;
  return (
    <Form method="post" action={action} className="form" onSubmit={make}>
      {typeof problem === 'string' && (
        <Notice tone="warning">
          {t(problem === 'already-exists' ? 'passkey.exists' : `passkey.${problem}`)}
        </Notice>
      )}
      <input type="hidden" name="intent" value="add-passkey" />
      <input type="hidden" name="answer" ref={answer} />
      <div className="field">
        <label className="field__label" htmlFor="passkey-name">
          {t('accountSecurity.name')}
        </label>
        <div className="input-box">
          <input
            className="input-box__input"
            id="passkey-name"
            name="name"
            required
            maxLength={60}
            autoComplete="off"
            defaultValue={t('accountSecurity.passkeys.namePlaceholder')}
          />
        </div>
      </div>
      <SubmitButton action={action}>{t('accountSecurity.passkeys.submit')}</SubmitButton>
    </Form>
  );
}
