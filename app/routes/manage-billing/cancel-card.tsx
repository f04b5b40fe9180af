import { ButtonLink } from '#app/components/ui/button.tsx';
import { Card } from '#app/components/ui/card.tsx';
import { paths } from '#app/domain/paths.ts';
import { t } from '#app/i18n/t.ts';

/** This page with the dialog that cancels the subscription. */
export const CANCEL_PATH = `${paths.billing}?dialog=cancel`;

/** Cancelling, and its consequences. */
export function CancelCard() {
  return (
    <Card title={t('billing.end.cancelTitle')}>
      <p className="text-muted">{t('billing.end.cancelLead')}</p>
      <ButtonLink to={CANCEL_PATH} preventScrollReset>
        {t('billing.end.cancel')}
      </ButtonLink>
    </Card>
  );
}
