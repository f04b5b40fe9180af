import { Form } from '@remix-run/react';
import { deviceText, whereText } from '#app/components/account/device-text.ts';
import { RowForm } from '#app/components/account/row-form.tsx';
import { SubmitButton } from '#app/components/form/submit-button.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { Card } from '#app/components/ui/card.tsx';
import { Fact } from '#app/components/ui/fact.tsx';
import { Row } from '#app/components/ui/row.tsx';
import { StatusBadge } from '#app/components/ui/status-badge.tsx';
import { TimeText } from '#app/components/ui/time.tsx';
import type { Membership } from '#app/domain/access/member.ts';
import type { OpenSession } from '#app/domain/access/open-session.ts';
import { paths } from '#app/domain/paths.ts';
import { t } from '#app/i18n/t.ts';

/** The signed-in person. Each change has a dialog with its own address. */
export function ProfileCard(facts: Record<'name' | 'email' | 'username', string>) {
  return (
    <Card
      title={t('accountPage.profile.title')}
      footer={
        <>
          <ButtonLink to={`${paths.account}?dialog=name`}>{t('accountPage.profile.changeName')}</ButtonLink>
          <ButtonLink to={`${paths.account}?dialog=email`}>{t('accountPage.profile.changeEmail')}</ButtonLink>
          <ButtonLink to={`${paths.account}?dialog=password`}>
            {t('accountPage.profile.changePassword')}
          </ButtonLink>
        </>
      }
    >
      <dl className="facts">
        {(['name', 'email', 'username'] as const).map((fact) => (
          <Fact key={fact} label={t(`accountPage.profile.${fact}`)} className="break-anywhere">
            {facts[fact]}
          </Fact>
        ))}
      </dl>
    </Card>
  );
}

interface WorkspacesCardProps {
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

/** The person's sessions, each with a button that ends it; the current one ends by signing out. */
export function SessionsCard({ sessions }: { sessions: readonly OpenSession[] }) {
  return (
    <Card
      title={t('accountPage.sessions.title')}
      footer={
        sessions.some(({ isCurrent }) => !isCurrent) && (
          <Form method="post" action={paths.account}>
            <SubmitButton name="intent" value="end-other-sessions" variant="secondary" icon="sign-out">
              {t('accountPage.sessions.endOthers')}
            </SubmitButton>
          </Form>
        )
      }
    >
      <p className="text-muted">{t('accountPage.sessions.lead')}</p>
      <ul className="rows">
        {sessions.map((session) => (
          <Session key={session.id} session={session} />
        ))}
      </ul>
    </Card>
  );
}

function Session({ session }: { session: OpenSession }) {
  const device = deviceText(session.userAgent);
  return (
    <Row
      title={device}
      facts={
        <>
          {whereText(session)}
          <br />
          <TimeText i18nKey="accountPage.sessions.lastSeen" at={session.lastSeenAt} format="dateTime" />
        </>
      }
    >
      {session.isCurrent ? (
        <StatusBadge tone="success">{t('accountPage.sessions.current')}</StatusBadge>
      ) : (
        <RowForm
          action={paths.account}
          intent="end-session"
          target={{ name: 'sessionId', value: session.id }}
          submit={t('accountPage.sessions.end')}
          aria-label={t('accountPage.sessions.endOf', { device })}
        />
      )}
    </Row>
  );
}
