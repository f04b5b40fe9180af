import { useEffect, useState } from 'react';
import { FailureNotice, useFormAnswer } from '#app/components/form/form-answer.tsx';
import { PostForm } from '#app/components/form/post-form.tsx';
import { SubmitButton } from '#app/components/form/submit-button.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { Page } from '#app/components/ui/page.tsx';
import { useReload } from '#app/components/ui/router.ts';
import { paths } from '#app/domain/paths.ts';
import { t } from '#app/i18n/t.ts';
import { Trans } from '#app/i18n/trans.tsx';
import { onReturn } from './on-return.client.ts';

/** "Check your mail", with another mail to ask for once the wait is over (spec §2, "wait countdown"). */
export function CheckMail({
  email,
  mailFailure,
  waitSeconds,
  inboxUrl,
}: {
  email: string;
  /** Why the last mail was not delivered; null without a known failure. */
  mailFailure: string | null;
  waitSeconds: number;
  inboxUrl: string | null;
}) {
  const { failure } = useFormAnswer();
  const secondsLeft = useCountdown(waitSeconds);
  const reload = useReload();
  // The mail's link opens in another tab. Once confirmed there, this tab continues to the setup too.
  useEffect(() => onReturn(reload), [reload]);
  return (
    <Page
      title={t('requestedMail.title')}
      lead={
        <Trans
          i18nKey={mailFailure ? 'confirm.checkMail.unsentLead' : 'confirm.checkMail.lead'}
          values={{ email }}
        />
      }
      width="narrow"
    >
      <FailureNotice sentence={mailFailure} />
      <p>{t('confirm.checkMail.spam')}</p>
      <PostForm action={paths.confirmEmail} className="form">
        <FailureNotice sentence={failure} />
        <SubmitButton name="intent" value="resend" variant="secondary" disabled={secondsLeft > 0}>
          {t('confirm.checkMail.resend')}
        </SubmitButton>
        {secondsLeft > 0 && (
          <p className="text-sm text-muted" role="timer">
            {t('confirm.checkMail.wait', { count: secondsLeft })}
          </p>
        )}
        {/* Without JavaScript the countdown does not run: this reloads the page with the remaining time. */}
        <noscript>
          <a href={paths.confirmEmail}>{t('confirm.checkMail.reload')}</a>
        </noscript>
      </PostForm>
      {inboxUrl && (
        <ButtonLink to={inboxUrl} target="_blank" variant="quiet">
          {t('requestedMail.inbox')}
        </ButtonLink>
      )}
      <PostForm action={paths.confirmEmail} className="stack stack--sm">
        <p className="text-muted">{t('confirm.checkMail.wrongAddress')}</p>
        <SubmitButton name="intent" value="start-over" variant="quiet">
          {t('confirm.checkMail.startOver')}
        </SubmitButton>
      </PostForm>
    </Page>
  );
}

/** Counts from the server's value, by the clock: a tab that slept shows the right number when it wakes. */
function useCountdown(fromSeconds: number): number {
  const [secondsLeft, setSecondsLeft] = useState(fromSeconds);
  useEffect(() => {
    setSecondsLeft(fromSeconds);
    if (fromSeconds <= 0) return;
    const endsAt = performance.now() + fromSeconds * 1_000;
    const timer = setInterval(() => {
      const left = Math.max(0, Math.ceil((endsAt - performance.now()) / 1_000));
      setSecondsLeft(left);
      if (left === 0) clearInterval(timer);
    }, 500);
    return () => clearInterval(timer);
  }, [fromSeconds]);
  return secondsLeft;
}
