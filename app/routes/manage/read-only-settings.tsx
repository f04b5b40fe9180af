import { Card } from '#app/components/ui/card.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import type { InstanceView } from '#app/domain/instance/view.ts';
import { t } from '#app/i18n/t.ts';

const switches = ['manual', 'failed', 'successful'] as const;

/** The settings of a stopped or deleted workspace: their values, and why they cannot be changed. */
export function ReadOnlySettings({ instance }: { instance: InstanceView }) {
  return (
    <Card title={t('manage.settings.title')}>
      <Notice tone="warning" title={t('manage.settings.readOnly')}>
        {instance.notice ? t(`instance.notice.${instance.notice}`) : t('errors.workspace_stopped')}
      </Notice>
      <dl className="facts">
        <div>
          <dt>{t('manage.settings.version')}</dt>
          <dd>{instance.version.name}</dd>
        </div>
        <div>
          <dt>{t('manage.settings.timezone')}</dt>
          <dd>{instance.timezone.replaceAll('_', ' ')}</dd>
        </div>
        {switches.map((name) => (
          <div key={name}>
            <dt>{t(`manage.settings.${name}`)}</dt>
            <dd>{t(instance.saveExecutions[name] ? 'manage.settings.on' : 'manage.settings.off')}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
