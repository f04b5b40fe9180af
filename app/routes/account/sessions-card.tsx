import { Form } from '@remix-run/react';
import { deviceText, whereText } from '#app/components/account/device-text.ts';
import { RowForm } from '#app/components/account/row-form.tsx';
import { SubmitButton } from '#app/components/form/submit-button.tsx';
import { Card } from '#app/components/ui/card.tsx';
import { Row } from '#app/components/ui/row.tsx';
import { StatusBadge } from '#app/components/ui/status-badge.tsx';
import { TimeText } from '#app/components/ui/time.tsx';
import type { OpenSession } from '#app/domain/access/open-session.ts';
import { paths } from '#app/domain/paths.ts';
import { t } from '#app/i18n/t.ts';

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
