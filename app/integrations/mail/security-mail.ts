import { paths } from '#app/domain/paths.ts';
import { t } from '#app/i18n/t.ts';
import { dateTime } from './dates.ts';
import { changePasswordUrl, type MailWriters, tokenUrl } from './layout.ts';

export const securityMails = {
  second_factor_changed: ({ change, label }, portalUrl) => ({
    subject: t('mail.secondFactorChanged.subject'),
    paragraphs: [
      t(`mail.secondFactorChanged.change.${change}`, { label }),
      t('mail.secondFactorChanged.advice'),
    ],
    action: { label: t('mail.secondFactorChanged.action'), url: changePasswordUrl(portalUrl) },
    smallPrint: t('mail.secondFactorChanged.why'),
  }),

  second_factor_guessed: (_data, portalUrl) => ({
    subject: t('mail.secondFactorGuessed.subject'),
    paragraphs: [t('mail.secondFactorGuessed.body'), t('mail.secondFactorGuessed.advice')],
    action: { label: t('mail.secondFactorGuessed.action'), url: changePasswordUrl(portalUrl) },
    smallPrint: t('mail.secondFactorGuessed.why'),
  }),

  second_factor_removal_requested: ({ removeToken, keepToken, validFrom }, portalUrl) => ({
    subject: t('mail.removalRequested.subject'),
    paragraphs: [
      t('mail.removalRequested.body'),
      t('mail.removalRequested.notYou'),
      t('mail.removalRequested.wait', {
        from: dateTime(validFrom),
        url: tokenUrl(portalUrl, paths.removeSecondFactor, removeToken),
      }),
    ],
    action: {
      label: t('mail.removalRequested.action'),
      url: tokenUrl(portalUrl, paths.keepSecondFactor, keepToken),
    },
    smallPrint: t('mail.removalRequested.why'),
  }),
} satisfies Partial<MailWriters>;
