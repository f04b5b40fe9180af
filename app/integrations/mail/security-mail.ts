import type { Mail } from '#app/domain/mail/messages.ts';
import { paths } from '#app/domain/paths.ts';
import { t } from '#app/i18n/t.ts';
import { dateTime } from './dates.ts';
import type { MailContent } from './layout.ts';

/** The mails about a person's second factors. */
type SecurityMail = Extract<
  Mail,
  { template: 'second_factor_changed' | 'second_factor_guessed' | 'second_factor_removal_requested' }
>;

/** @returns the text and link of a mail about second factors. */
export function securityMailContent(mail: SecurityMail, portalUrl: string): MailContent {
  const newPassword = `${portalUrl}${paths.forgotPassword}`;
  switch (mail.template) {
    case 'second_factor_changed':
      return {
        subject: t('mail.secondFactorChanged.subject'),
        paragraphs: [
          t(`mail.secondFactorChanged.change.${mail.data.change}`, { label: mail.data.label }),
          t('mail.secondFactorChanged.advice'),
        ],
        action: { label: t('mail.secondFactorChanged.action'), url: newPassword },
        smallPrint: t('mail.secondFactorChanged.why'),
      };
    case 'second_factor_guessed':
      return {
        subject: t('mail.secondFactorGuessed.subject'),
        paragraphs: [t('mail.secondFactorGuessed.body'), t('mail.secondFactorGuessed.advice')],
        action: { label: t('mail.secondFactorGuessed.action'), url: newPassword },
        smallPrint: t('mail.secondFactorGuessed.why'),
      };
    case 'second_factor_removal_requested': {
      const link = (path: string, token: string) => `${portalUrl}${path}?token=${encodeURIComponent(token)}`;
      const { removeToken, keepToken, validFrom } = mail.data;
      return {
        subject: t('mail.removalRequested.subject'),
        paragraphs: [
          t('mail.removalRequested.body'),
          t('mail.removalRequested.notYou'),
          t('mail.removalRequested.wait', {
            from: dateTime(validFrom),
            url: link(paths.removeSecondFactor, removeToken),
          }),
        ],
        action: { label: t('mail.removalRequested.action'), url: link(paths.keepSecondFactor, keepToken) },
        smallPrint: t('mail.removalRequested.why'),
      };
    }
  }
}
