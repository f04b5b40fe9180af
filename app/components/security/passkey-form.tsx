import { Form } from '@remix-run/react';
import { type ReactNode, useRef, useState } from 'react';
import { t } from '#app/i18n/t.ts';
import { useIsSubmitter } from '../form/use-is-submitter.ts';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { Notice } from '../ui/notice.tsx';
import { useHydrated } from '../ui/use-hydrated.ts';
import { getPasskeyInBrowser, type PasskeyProblem } from './passkey-browser.ts';
import { useFreshOptions } from './use-fresh-options.ts';

export interface PasskeyFormProps {
  /** WebAuthn request options as JSON, from the page's loader. */
  options: string;
  label: ReactNode;
  /** Whether another method comes before the passkey; a divider separates the two. */
  isAlternative?: boolean;
}

/**
 * Asks for a passkey on a click, and posts the response to the current page. Its space stays empty until a script runs, and
 * collapses without scripts.
 */
export function PasskeyForm({ options, label, isAlternative = false }: PasskeyFormProps) {
  const isHydrated = useHydrated();
  const form = useRef<HTMLFormElement>(null);
  const answer = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<PasskeyProblem | null>(null);
  const { fresh, whenFresh } = useFreshOptions(options, () => setProblem('failed'));
  const isSubmitting = useIsSubmitter(form);

  const ask = async (current: string) => {
    setProblem(null);
    const given = await getPasskeyInBrowser(JSON.parse(current));
    if (typeof given === 'string') return setProblem(given);
    if (answer.current) answer.current.value = JSON.stringify(given.response);
    form.current?.requestSubmit();
  };

  return (
    <Form method="post" ref={form} className={classNames('form', !isHydrated && 'awaits-script')}>
      {problem && <Notice tone="warning">{t(`passkey.${problem}`)}</Notice>}
      <input type="hidden" name="intent" value="passkey" />
      <input type="hidden" name="answer" ref={answer} />
      {isAlternative && <p className="divider">{t('passkey.or')}</p>}
      <Button
        type="button"
        variant={isAlternative ? 'secondary' : 'primary'}
        size="lg"
        isPending={!fresh || isSubmitting}
        onClick={() => whenFresh(ask)}
      >
        {label}
      </Button>
    </Form>
  );
}
