import { UnknownMail } from '#app/domain/mail/delivery.ts';
import { hasConfirmedRecipient } from '#app/domain/mail/mail-rules.ts';
import type { Mail } from '#app/domain/mail/messages.ts';
import { t } from '#app/i18n/t.ts';
import { accessMails } from './access-mail.ts';
import { billingMails } from './billing-mail.ts';
import { instanceMails } from './instance-mail.ts';
import { type MailContent, type MailWriters, renderMail, type WrittenMail } from './layout.ts';
import { securityMails } from './security-mail.ts';
import { supportMails } from './support-mail.ts';

const writers: MailWriters = {
  ...accessMails,
  ...securityMails,
  ...billingMails,
  ...supportMails,
  ...instanceMails,
};

/** @returns the mail's words, for people who read HTML and people who do not. @throws UnknownMail */
export function writeMail(mail: Mail, portalUrl: string): WrittenMail {
  if (!Object.hasOwn(writers, mail.template)) throw new UnknownMail(mail.template);
  // The compiler does not follow that a mail's data are those of its template.
  const write = writers[mail.template] as (data: Mail['data'], portalUrl: string) => MailContent;
  return renderMail({ greeting: greetingOf(mail), ...write(mail.data, portalUrl) }, portalUrl);
}

/** @returns the greeting of a mail: by name only if the recipient confirmed that name, whatever the mail's data contains. */
function greetingOf(mail: Mail): string {
  return hasConfirmedRecipient(mail) && 'name' in mail.data
    ? t('mail.greeting', { name: mail.data.name })
    : t('mail.neutralGreeting');
}
