import { json, type MetaFunction } from '@remix-run/cloudflare';
import { useLoaderData } from '@remix-run/react';
import { AccountStateNotice } from '#app/components/billing/account-state-notice.tsx';
import { useAnswer } from '#app/components/form/form-answer.tsx';
import { useLiveInstance } from '#app/components/instance/use-live-instance.ts';
import { useNotice } from '#app/components/layout/page-flash.tsx';
import { ManageLayout } from '#app/components/manage/manage-layout.tsx';
import { Unavailable } from '#app/components/manage/unavailable.tsx';
import { holds } from '#app/domain/access/grants.ts';
import { subscriptionFactsOf } from '#app/domain/billing/subscription-facts.ts';
import type { ActionRefusal } from '#app/domain/errors/refusal.ts';
import { paths } from '#app/domain/paths.ts';
import { member } from '#app/http/admission.ts';
import { page } from '#app/http/handlers.ts';
import { readBackups } from '#app/http/instance.ts';
import { handleButton, intentAction } from '#app/http/intent-action.ts';
import { t } from '#app/i18n/t.ts';
import { readRestoreOutcome } from '#app/routes/backups/outcome.ts';
import { beginBackup } from '#app/use-cases/backups/manage-backups.ts';
import { BackupListCard } from './backup-list.tsx';
import { MakeCard } from './make-card.tsx';
import { RestoreOutcomeNotice } from './restore-outcome.tsx';
import { useLiveBackup } from './use-live-backup.ts';

export const meta: MetaFunction = () => [{ title: t('backup.pageTitle') }];

export const loader = page(member('workspace:view'), async ({ request, context, viewer }) => {
  const backups = await readBackups(context, viewer);
  return json({
    backups,
    outcome: readRestoreOutcome(request),
    subscription: subscriptionFactsOf(viewer),
    canExport: holds(viewer, 'backup:export'),
    canHaveCredentials: holds(viewer, 'backup:credentials'),
  });
});

/** "Back up now". A second press finds the running backup and starts no other. */
export const action = intentAction(member('backup:export'), {
  'back-up': handleButton(paths.backups, 'backup-begun', beginBackup),
});

/** The workspace's backups, the running one, and the buttons that start and restore one. */
export default function ManageExport() {
  const notice = useNotice();
  const { backups, outcome, subscription, canExport, canHaveCredentials } = useLoaderData<typeof loader>();
  const refused = useAnswer<ActionRefusal>();
  const live = useLiveInstance(backups?.instance ?? null);
  const { instance } = live;
  const { running, isDone } = useLiveBackup(backups, live);
  const isRestored = notice?.code === 'workflows-restored';
  const cardProps = backups && { instance, backups, canExport, canHaveCredentials };
  return (
    <ManageLayout screen="export" instance={instance} {...(isRestored && { flash: null })}>
      {isRestored && outcome && <RestoreOutcomeNotice outcome={outcome} />}
      {/* Also without the backups: the date of a deletion must not be missed. */}
      <AccountStateNotice
        screen="backups"
        subscription={subscription}
        instance={instance}
        now={backups?.now}
      />
      {cardProps ? (
        <>
          <MakeCard {...cardProps} running={running} isDone={isDone} failure={refused?.failure} />
          <BackupListCard {...cardProps} />
        </>
      ) : (
        <Unavailable>{t('backup.unavailable')}</Unavailable>
      )}
    </ManageLayout>
  );
}
