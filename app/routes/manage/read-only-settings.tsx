import { Card } from '#app/components/ui/card.tsx';
import { Fact } from '#app/components/ui/fact.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import type { InstanceView } from '#app/domain/instance/view.ts';
import { t } from '#app/i18n/t.ts';
import { switches } from './settings-fields.tsx';

/** The settings of a stopped or deleted workspace: their values, and why they cannot be changed. */
export function ReadOnlySettings({ instance }: { instance: InstanceView }) {
  return (
    <Card title={t('manage.settings.title')}>
      <Notice tone="warning" title={t('manage.settings.readOnly')}>
        {instance.notice ? t(`instance.notice.${instance.notice}`) : t('errors.workspace_stopped')}
      </Notice>
      <dl className="facts">
        <Fact label={t('manage.settings.version')}>{instance.version.name}</Fact>
        <Fact label={t('manage.settings.timezone')}>{instance.timezone.replaceAll('_', ' ')}</Fact>
        {switches.map((name) => (
          <Fact key={name} label={t(`manage.settings.${name}`)}>
            {t(instance.saveExecutions[name] ? 'manage.settings.on' : 'manage.settings.off')}
          </Fact>
        ))}
      </dl>
    </Card>
  );
}
