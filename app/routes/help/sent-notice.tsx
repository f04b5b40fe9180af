import { Notice } from '#app/components/ui/notice.tsx';
import { referenceOf, type Ticket } from '#app/domain/help/ticket.ts';
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
