import { AccountStateNotice } from '#app/components/billing/account-state-notice.tsx';
import { type SubscriptionFacts, workspaceStateOf } from '#app/domain/billing/account-state.ts';
import { BackupListCard } from './backup-list.tsx';
import { MakeCard, type MakeCardProps } from './make-card.tsx';

export interface BackupCardsProps extends MakeCardProps {
  subscription: SubscriptionFacts;
}

/** The state of subscription and workspace, then the backups. The cards do not repeat the state. */
export function BackupCards({ subscription, ...make }: BackupCardsProps) {
  const { instance, backups, canExport, canHaveCredentials } = make;
  const workspace = workspaceStateOf(instance);
  const canBeBackedUp = workspace === 'running' || workspace === 'stopped';
  return (
    <>
      <AccountStateNotice
        screen="backups"
        subscription={subscription}
        instance={instance}
        now={backups.now}
      />
      {canBeBackedUp && <MakeCard {...make} />}
      <BackupListCard
        backups={backups.backups}
        workspace={workspace}
        canExport={canExport}
        canHaveCredentials={canHaveCredentials}
        canRestore={backups.canBackUp}
      />
    </>
  );
}
