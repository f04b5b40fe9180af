import { json, type MetaFunction } from '@remix-run/cloudflare';
import { Link, useLoaderData } from '@remix-run/react';
import { FailureNotice, useFormAnswer } from '#app/components/form/form-answer.tsx';
import { useLiveInstance } from '#app/components/instance/use-live-instance.ts';
import { ManageLayout } from '#app/components/manage/manage-layout.tsx';
import { Unavailable } from '#app/components/manage/unavailable.tsx';
import { Card } from '#app/components/ui/card.tsx';
import { isUnderWay } from '#app/domain/instance/rehearsal/progress.ts';
import { paths } from '#app/domain/paths.ts';
import { member } from '#app/http/admission.ts';
import { pageWithCall } from '#app/http/handlers.ts';
import { handleButton, intentAction } from '#app/http/intent-action.ts';
import { t } from '#app/i18n/t.ts';
import { goBackToEarlierVersion } from '#app/use-cases/workspace/configure-workspace.ts';
import { GoBackCard } from './go-back-card.tsx';
import { RehearsalCard } from './rehearsal-card.tsx';

export const meta: MetaFunction = () => [{ title: t('manage.update.pageTitle') }];

/** The button to go back. */
export const action = intentAction(member('workspace:configure'), {
  'go-back': handleButton(paths.manageUpdate, 'going-back-begun', goBackToEarlierVersion),
});

export const loader = pageWithCall(
  member('workspace:configure'),
  (workspace, accountId) => workspace.readUpdate(accountId),
  async ({ called }) => json(await called),
);

/** The rehearsal of another version: its progress, then its report. */
export default function ManageUpdate() {
  const data = useLoaderData<typeof loader>();
  const { failure } = useFormAnswer();
  const { instance } = useLiveInstance(data?.instance ?? null);
  const rehearsal = data?.rehearsal ?? null;
  const isRunning = rehearsal !== null && isUnderWay(rehearsal);
  return (
    <ManageLayout screen="settings" instance={instance}>
      <FailureNotice sentence={failure} />
      {data && rehearsal ? (
        <RehearsalCard
          rehearsal={rehearsal}
          current={(instance ?? data.instance).version.name}
          announced={(instance ?? data.instance).forcedUpdate?.version ?? null}
        />
      ) : data ? (
        <Card title={t('manage.update.none.title')}>
          <p className="text-muted">{t('manage.update.none.body')}</p>
        </Card>
      ) : (
        <Unavailable>{t('manage.update.notThere')}</Unavailable>
      )}
      {instance?.goBack && !isRunning && <GoBackCard goBack={instance.goBack} />}
      <p>
        <Link to={paths.manage}>{t('manage.update.back')}</Link>
      </p>
    </ManageLayout>
  );
}
