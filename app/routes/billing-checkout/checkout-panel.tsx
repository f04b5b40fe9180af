import { useNavigate } from '@remix-run/react';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { Page } from '#app/components/ui/page.tsx';
import { Spinner } from '#app/components/ui/spinner.tsx';
import { paths } from '#app/domain/paths.ts';
import { t } from '#app/i18n/t.ts';
import { type CheckoutStart, useCheckout } from './use-checkout.ts';

export interface CheckoutPanelProps extends CheckoutStart {
  /** The provider's own page for the same checkout; null without one, or if another browser started it. */
  hostedUrl: string | null;
}

/** The payment form of spec §2, opened in the provider's overlay, and what becomes of the payment. */
export function CheckoutPanel(props: CheckoutPanelProps) {
  const { purpose, hostedUrl } = props;
  const navigate = useNavigate();
  const back = purpose === 'subscribe' ? paths.changePlan : paths.billing;
  const paid = `${paths.checkout}?paid=${purpose}`;
  const stage = useCheckout(props, {
    // A document load: the frame around this page still shows the state before the payment.
    onActive: () => window.location.replace(paid),
    onClosed: () => navigate(back),
  });
  if (stage === 'done') return <Done purpose={purpose} />;
  const failure = purpose === 'resubscribe' ? 'errors.resubscription_failed' : 'errors.checkout_failed';
  return (
    <Page title={t(`billing.checkout.title.${purpose}`)} width="narrow">
      <div role="status" className="stack">
        {stage === 'failed' && <Notice tone="danger">{t(failure)}</Notice>}
        {stage === 'unreachable' && (
          <Notice tone="warning" title={t('billing.checkout.unreachable')}>
            {t('errors.checkout_failed')}
          </Notice>
        )}
        {(stage === 'loading' || stage === 'waiting') && (
          <p className="cluster">
            <Spinner />
            {t(`billing.checkout.${stage}`)}
          </p>
        )}
        {stage === 'open' && <p>{t('billing.checkout.open')}</p>}
      </div>
      {/* No <noscript>: scripts fail in more ways than by being disabled. */}
      {stage === 'loading' && (
        <p className="text-muted">{t(`billing.checkout.${hostedUrl ? 'notOpening' : 'allowScripts'}`)}</p>
      )}
      {stage === 'unreachable' && !hostedUrl && <p>{t('billing.checkout.allowScripts')}</p>}
      <div className="cluster">
        {(stage === 'waiting' || stage === 'failed') && (
          <ButtonLink to={paid} reloadDocument>
            {t('billing.checkout.check')}
          </ButtonLink>
        )}
        {(stage === 'loading' || stage === 'unreachable') && hostedUrl && (
          <ButtonLink to={hostedUrl} variant={stage === 'unreachable' ? 'primary' : 'secondary'}>
            {t('billing.checkout.hosted')}
          </ButtonLink>
        )}
        {stage !== 'waiting' && (
          <ButtonLink to={back} variant="quiet">
            {t('billing.checkout.back')}
          </ButtonLink>
        )}
      </div>
    </Page>
  );
}

/** "Setup complete" (spec §2). */
function Done({ purpose }: Pick<CheckoutPanelProps, 'purpose'>) {
  const isCard = purpose === 'card';
  return (
    <Page
      title={t(`billing.checkout.done.${purpose}.title`)}
      lead={<span role="status">{t(`billing.checkout.done.${purpose}.body`)}</span>}
      width="narrow"
    >
      <ButtonLink to={isCard ? paths.billing : paths.dashboard} variant="primary" size="lg">
        {t(isCard ? 'billing.checkout.toBilling' : 'billing.checkout.toDashboard')}
      </ButtonLink>
    </Page>
  );
}
