import { Form, useLocation } from '@remix-run/react';
import { paths } from '#app/domain/paths.ts';
import { t } from '#app/i18n/t.ts';
import { SubmitButton } from '../form/submit-button.tsx';
import { useFrame } from '../layout/page-flash.tsx';

/** @returns whether this page asks for consent: only if analytics is configured, and not on /consent itself. */
export function useIsAsked(): boolean {
  const { analytics } = useFrame();
  const { pathname } = useLocation();
  return analytics?.consent === 'unasked' && pathname !== paths.consent;
}

/**
 * The question, once: a bar at the foot of the window. The keyboard reaches it after the page's content, and it has space of
 * its own at the page's end.
 */
export function ConsentBar() {
  const { pathname, search } = useLocation();
  return (
    <section className="consent" aria-label={t('consent.question')}>
      <p className="consent__words">
        <strong>{t('consent.question')}</strong> {t('consent.short')}
      </p>
      <ConsentForm returnPath={pathname + search} />
    </section>
  );
}

/**
 * Both answers, of the same weight.
 * @param reloadDocument for withdrawing: loaded scripts only go away with the document.
 */
export function ConsentForm({
  returnPath,
  reloadDocument = false,
}: {
  returnPath: string;
  reloadDocument?: boolean;
}) {
  return (
    <Form
      method="post"
      action={paths.consent}
      className="cluster"
      preventScrollReset
      reloadDocument={reloadDocument}
    >
      <input type="hidden" name="returnPath" value={returnPath} />
      <SubmitButton name="choice" value="granted" variant="secondary">
        {t('consent.allow')}
      </SubmitButton>
      <SubmitButton name="choice" value="denied" variant="secondary">
        {t('consent.decline')}
      </SubmitButton>
    </Form>
  );
}
