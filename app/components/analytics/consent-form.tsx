import { Form, useLocation } from '@remix-run/react';
import { paths } from '#app/http/paths.ts';
import { t } from '#app/i18n/t.ts';
import { useFrame } from '../layout/page-flash.tsx';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';

/** @returns whether this page asks for consent: only what is configured, and on its own page that asks by itself. */
export function useIsAsked(): boolean {
  const { analytics } = useFrame();
  const { pathname } = useLocation();
  return analytics?.consent === 'unasked' && pathname !== paths.consent;
}

/** The question, once: above the content and not over it, so that it hides nothing from the keyboard or the eye. */
export function ConsentBanner() {
  const { pathname, search } = useLocation();
  return (
    <Notice
      tone="info"
      role="none"
      title={t('consent.question')}
      action={<ConsentForm returnPath={pathname + search} />}
    >
      <p>{t('consent.body')}</p>
      <p>{t('consent.settings', { settings: t('layout.footer.cookies') })}</p>
    </Notice>
  );
}

/**
 * Both answers as buttons of the same weight, in a form that needs no script.
 * @param reloadDocument for a choice that takes an earlier one back: scripts that were loaded leave with the document.
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
      <Button type="submit" name="choice" value="granted">
        {t('consent.allow')}
      </Button>
      <Button type="submit" name="choice" value="denied">
        {t('consent.decline')}
      </Button>
    </Form>
  );
}
