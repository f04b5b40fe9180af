import { Form } from '@remix-run/react';
import { SubmitButton } from '#app/components/form/submit-button.tsx';
import { Card } from '#app/components/ui/card.tsx';
import { LocalTime } from '#app/components/ui/time.tsx';
import type { InstanceView } from '#app/domain/instance/view.ts';
import { paths } from '#app/http/paths.ts';
import { t } from '#app/i18n/t.ts';
import { Trans } from '#app/i18n/trans.tsx';

/** One click back to the version and data of before the last update; the second step is a `details`, which needs no script. */
export function GoBackCard({ goBack }: { goBack: NonNullable<InstanceView['goBack']> }) {
  const { version, until } = goBack;
  return (
    <Card title={t('manage.update.goBack.title', { version })}>
      <p className="text-muted">
        <Trans
          i18nKey="manage.update.goBack.lead"
          values={{ version }}
          components={{ until: <LocalTime at={until} format="dateTime" /> }}
        />
      </p>
      <details className="confirm">
        <summary className="button button--secondary">{t('manage.update.goBack.begin')}</summary>
        <Form method="post" action={paths.manageUpdate} className="confirm__step cluster">
          <p>{t('manage.update.goBack.confirm')}</p>
          <SubmitButton action={paths.manageUpdate} name="intent" value="go-back" variant="danger">
            {t('manage.update.goBack.submit')}
          </SubmitButton>
        </Form>
      </details>
    </Card>
  );
}
