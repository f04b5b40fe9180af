import { RowForm } from '#app/components/account/row-form.tsx';
import { Card } from '#app/components/ui/card.tsx';
import { Row } from '#app/components/ui/row.tsx';
import { StatusBadge } from '#app/components/ui/status-badge.tsx';
import type { Membership } from '#app/domain/access/member.ts';
import { paths } from '#app/domain/paths.ts';
import { t } from '#app/i18n/t.ts';

export interface WorkspacesCardProps {
  memberships: readonly Membership[];
  currentAccountId: string;
}

/** Switches between the accounts of a person with several; shows nothing for a person with one. */
export function WorkspacesCard({ memberships, currentAccountId }: WorkspacesCardProps) {
  if (memberships.length < 2) return null;
  return (
    <Card title={t('accountPage.workspaces.title')}>
      <ul className="rows">
        {memberships.map(({ accountId, accountName, role }) => (
          <Row key={accountId} title={accountName} facts={t(`roles.${role}`)}>
            {accountId === currentAccountId ? (
              <StatusBadge tone="success">{t('accountPage.workspaces.current')}</StatusBadge>
            ) : (
              <RowForm
                action={paths.account}
                intent="switch-account"
                target={{ name: 'accountId', value: accountId }}
                submit={t('accountPage.workspaces.switch')}
                aria-label={t('accountPage.workspaces.switchTo', { name: accountName })}
              />
            )}
          </Row>
        ))}
      </ul>
    </Card>
  );
}
