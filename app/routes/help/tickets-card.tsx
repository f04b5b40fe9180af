import { sizeText } from '#app/components/backup/size-text.ts';
import { Card } from '#app/components/ui/card.tsx';
import { CopyButton } from '#app/components/ui/copy-button.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { TimeText } from '#app/components/ui/time.tsx';
import { referenceOf, type Ticket } from '#app/domain/help/ticket.ts';
import { attachmentPath } from '#app/domain/paths.ts';
import { t } from '#app/i18n/t.ts';
import { Trans } from '#app/i18n/trans.tsx';

interface SentNoticeProps {
  ticket: Ticket;
  /** The copy's recipient. */
  email: string;
}

/** Confirms that a ticket was accepted, and says if its file was not. */
export function SentNotice({ ticket, email }: SentNoticeProps) {
  const { attachment } = ticket;
  return (
    <>
      <Notice tone="success" title={t('help.sent.title')}>
        <p>
          <Trans
            i18nKey="help.sent.body"
            values={{ reference: referenceOf(ticket.id), email }}
            components={{ email: <span className="break-anywhere" /> }}
          />
        </p>
      </Notice>
      {attachment && !attachment.isKept && (
        <Notice tone="warning">{t('help.sent.attachmentLost', { name: attachment.name })}</Notice>
      )}
    </>
  );
}

/** Earlier support requests, newest first. */
export function TicketsCard({ tickets }: { tickets: readonly Ticket[] }) {
  return (
    <Card title={t('help.tickets.title')}>
      <ul className="rows">
        {tickets.map((ticket) => (
          <li key={ticket.id} className="rows__entry">
            <div className="rows__words">
              <p>
                <strong>{ticket.subject}</strong>
              </p>
              <p className="cluster text-muted text-sm">
                <TimeText
                  i18nKey="help.tickets.sentOn"
                  values={{ reference: referenceOf(ticket.id) }}
                  at={ticket.createdAt}
                  format="dateTime"
                />
                <CopyButton text={referenceOf(ticket.id)} label={t('help.tickets.copyReference')} />
              </p>
              <AttachmentLine ticket={ticket} />
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function AttachmentLine({ ticket: { id, attachment } }: { ticket: Ticket }) {
  if (attachment === null) return null;
  const { name, bytes, isKept } = attachment;
  return (
    <p className="text-sm">
      {isKept ? (
        // A file, which the browser itself has to ask for.
        <a href={attachmentPath(id)} download>
          {t('help.tickets.attachment', { name, size: sizeText(bytes) })}
        </a>
      ) : (
        t('help.tickets.attachmentLost', { name })
      )}
    </p>
  );
}
