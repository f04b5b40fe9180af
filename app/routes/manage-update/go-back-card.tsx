import { ConfirmedForm } from '#app/components/form/confirmed-form.tsx';
import { Card } from '#app/components/ui/card.tsx';
import { TimeText } from '#app/components/ui/time.tsx';
import type { InstanceView } from '#app/domain/instance/view.ts';
import { paths } from '#app/domain/paths.ts';
import { t } from '#app/i18n/t.ts';

/** A button that reverts to version and data from before the last update. */
export function GoBackCard({ goBack }: { goBack: NonNullable<InstanceView['goBack']> }) {
  const { version, until } = goBack;
  return (
    <Card title={t('manage.update.goBack.title', { version })}>
      <p className="text-muted">
        <TimeText i18nKey="manage.update.goBack.lead" values={{ version }} at={until} format="dateTime" />
      </p>
      <ConfirmedForm
        action={paths.manageUpdate}
        intent="go-back"
        summary={t('manage.update.goBack.begin')}
        question={t('manage.update.goBack.confirm')}
        submit={t('manage.update.goBack.submit')}
      />
    </Card>
  );
}
