import { ConfirmedForm } from '#app/components/form/confirmed-form.tsx';
import { FailureNotice } from '#app/components/form/form-answer.tsx';
import { Card } from '#app/components/ui/card.tsx';
import { InstanceStatus, type InstanceView } from '#app/domain/instance/view.ts';
import { paths } from '#app/domain/paths.ts';
import { t } from '#app/i18n/t.ts';

/** The restart, in two steps since it interrupts what runs (spec §4); no button while the workspace is Pending. */
export function RestartCard({ instance, failure }: { instance: InstanceView; failure: string | null }) {
  const isPending = instance.status === InstanceStatus.Pending;
  return (
    <Card title={t('manage.restart.title')}>
      <FailureNotice sentence={failure} />
      <p className="text-muted">{t(isPending ? 'manage.restart.pending' : 'manage.restart.lead')}</p>
      {!isPending && (
        <ConfirmedForm
          action={paths.manage}
          intent="restart"
          summary={t('manage.restart.begin')}
          question={t('manage.restart.confirm')}
          submit={t('manage.restart.submit')}
        />
      )}
    </Card>
  );
}
