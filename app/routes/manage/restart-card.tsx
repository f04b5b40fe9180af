import { Form } from '@remix-run/react';
import { SubmitButton } from '#app/components/form/submit-button.tsx';
import { Card } from '#app/components/ui/card.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { InstanceStatus, type InstanceView } from '#app/domain/instance/view.ts';
import { paths } from '#app/http/paths.ts';
import { t } from '#app/i18n/t.ts';

/**
 * The restart, in two steps since it interrupts what runs (spec §4). The second step is a `details`, which needs no
 * script; while the workspace is Pending there is nothing to press.
 */
export function RestartCard({ instance, failure }: { instance: InstanceView; failure: string | undefined }) {
  const isPending = instance.status === InstanceStatus.Pending;
  return (
    <Card title={t('manage.restart.title')}>
      {failure && <Notice tone="danger">{failure}</Notice>}
      <p className="text-muted">{t(isPending ? 'manage.restart.pending' : 'manage.restart.lead')}</p>
      {!isPending && (
        <details className="confirm">
          <summary className="button button--secondary">{t('manage.restart.begin')}</summary>
          <Form method="post" action={paths.manage} className="confirm__step cluster">
            <p>{t('manage.restart.confirm')}</p>
            <SubmitButton action={paths.manage} name="intent" value="restart" variant="danger">
              {t('manage.restart.submit')}
            </SubmitButton>
          </Form>
        </details>
      )}
    </Card>
  );
}
