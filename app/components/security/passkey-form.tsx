import { Form, useRevalidator } from '@remix-run/react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, type ButtonProps } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { useHydrated } from '../ui/use-hydrated.ts';
import { getPasskeyInBrowser } from './passkey-browser.ts';

/** Before the challenge in the page is too old to be answered (`CHALLENGE_LIFETIME_MS`). */
const FRESH_FOR_MS = 4 * 60_000;

export interface PasskeyFormProps {
  /** What the browser is asked, as JSON, from the page's loader. */
  options: string;
  label: ReactNode;
  variant?: ButtonProps['variant'];
  /** More fields to post. */
  children?: ReactNode;
}

/**
 * Asks the browser for a passkey on a click and posts its answer to the page it stands on. Only there once a script runs,
 * since nothing else reaches a passkey.
 */
export function PasskeyForm({ options, label, variant = 'secondary', children }: PasskeyFormProps) {
  const { t } = useTranslation();
  const isHydrated = useHydrated();
  const form = useRef<HTMLFormElement>(null);
  const answer = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<'cancelled' | 'unsupported' | 'failed' | null>(null);
  const { fresh, whenFresh } = useFreshOptions(options);

  const ask = async (current: string) => {
    setProblem(null);
    const given = await getPasskeyInBrowser(JSON.parse(current));
    if (typeof given === 'string') return setProblem(given);
    if (answer.current) answer.current.value = JSON.stringify(given.response);
    form.current?.requestSubmit();
  };

  if (!isHydrated) return null;
  return (
    <Form method="post" ref={form} className="form">
      {problem && <Notice tone="warning">{t(`passkey.${problem}`)}</Notice>}
      <input type="hidden" name="intent" value="passkey" />
      <input type="hidden" name="answer" ref={answer} />
      {children}
      <Button type="button" variant={variant} isPending={!fresh} onClick={() => whenFresh(ask)}>
        {label}
      </Button>
    </Form>
  );
}

/** A page may have stood open for an hour: its challenge is fetched again before it is used. */
function useFreshOptions(options: string) {
  const revalidator = useRevalidator();
  const fetchedAt = useRef(0);
  const [waiting, setWaiting] = useState<((options: string) => Promise<void>) | null>(null);
  const seen = useRef<string | null>(null);

  useEffect(() => {
    if (seen.current === options) return;
    seen.current = options;
    fetchedAt.current = Date.now();
    if (!waiting) return;
    setWaiting(null);
    void waiting(options);
  }, [options, waiting]);

  return {
    fresh: waiting === null,
    whenFresh(use: (options: string) => Promise<void>) {
      if (Date.now() - fetchedAt.current < FRESH_FOR_MS) return void use(options);
      setWaiting(() => use);
      revalidator.revalidate();
    },
  };
}
