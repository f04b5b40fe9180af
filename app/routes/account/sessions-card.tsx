import { Form } from '@remix-run/react';
import { Trans, useTranslation } from 'react-i18next';
import { useDeviceText, whereText } from '#app/components/account/device-text.ts';
import { RowForm } from '#app/components/account/row-form.tsx';
import { SubmitButton } from '#app/components/form/submit-button.tsx';
import { Card } from '#app/components/ui/card.tsx';
import { StatusBadge } from '#app/components/ui/status-badge.tsx';
import { LocalTime } from '#app/components/ui/time.tsx';
import type { OpenSession } from '#app/domain/access/open-session.ts';
import { paths } from '#app/http/paths.ts';

/** Where this person is signed in, with a way to end each; the one that asks ends by signing out. */
export function SessionsCard({ sessions }: { sessions: readonly OpenSession[] }) {
  const { t } = useTranslation();
  return (
    <Card
      title={t('accountPage.sessions.title')}
      footer={
        sessions.some(({ isCurrent }) => !isCurrent) && (
          <Form method="post" action={paths.account}>
            <SubmitButton
              action={paths.account}
              name="intent"
              value="end-other-sessions"
              variant="secondary"
              icon="sign-out"
            >
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
  const { t } = useTranslation();
  const device = useDeviceText()(session.userAgent);
  return (
    <li className="rows__entry">
      <div className="rows__words">
        <p>
          <strong>{device}</strong>
        </p>
        <p className="text-muted text-sm">
          {whereText(session)}
          <br />
          <Trans
            i18nKey="accountPage.sessions.lastSeen"
            components={{ time: <LocalTime at={session.lastSeenAt} format="dateTime" /> }}
          />
        </p>
      </div>
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
    </li>
  );
}
