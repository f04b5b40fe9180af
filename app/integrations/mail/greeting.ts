import { mailRecipients } from '#app/domain/mail/mail-recipients.ts';
import type { Mail } from '#app/domain/mail/messages.ts';
import { i18n } from '#app/i18n/i18n.ts';

/** @returns how a mail begins: by name only where the recipient confirmed that name, whatever the mail's data holds. */
export function greetingOf(mail: Mail): string {
  const { t } = i18n;
  return isByName(mail) ? t('mail.greeting', { name: mail.data.name }) : t('mail.neutralGreeting');
}

function isByName(mail: Mail): mail is Extract<Mail, { data: { name: string } }> {
  return mailRecipients[mail.template] === 'confirmed' && 'name' in mail.data;
}
