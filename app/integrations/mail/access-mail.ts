import {
  EMAIL_CHANGE_LIFETIME_MS,
  MAGIC_LINK_LIFETIME_MS,
  RESET_LIFETIME_MS,
} from '#app/domain/access/links.ts';
import type { Mail } from '#app/domain/mail/messages.ts';
import { paths } from '#app/domain/paths.ts';
import { HOUR_MS, MINUTE_MS } from '#app/domain/time/clock.ts';
import { t } from '#app/i18n/t.ts';
import type { MailContent } from './layout.ts';

/** The mails about signing in and about who belongs to an account. */
export type AccessMail = Extract<
  Mail,
  {
    template:
      | 'magic_link'
      | 'reset_password'
      | 'password_changed'
      | 'confirm_new_email'
      | 'email_already_used'
      | 'email_change_requested'
      | 'email_changed'
      | 'removed_from_account';
  }
>;

/** @returns the text and link of a mail about access. */
export function accessMailContent(mail: AccessMail, portalUrl: string): MailContent {
  const withToken = (path: string, token: string) => `${portalUrl}${path}?token=${encodeURIComponent(token)}`;
  const notMe = `${portalUrl}${paths.forgotPassword}`;
  switch (mail.template) {
    case 'magic_link':
      return {
        subject: t('mail.magicLink.subject'),
        paragraphs: [
          t('mail.magicLink.body'),
          t('mail.magicLink.expiry', { count: MAGIC_LINK_LIFETIME_MS / MINUTE_MS }),
        ],
        action: { label: t('mail.magicLink.action'), url: withToken(paths.magicLink, mail.data.token) },
        smallPrint: t('mail.magicLink.notYou'),
      };
    case 'reset_password':
      return {
        subject: t('mail.resetPassword.subject'),
        paragraphs: [
          t('mail.resetPassword.body'),
          t('mail.resetPassword.expiry', { count: RESET_LIFETIME_MS / MINUTE_MS }),
        ],
        action: {
          label: t('mail.resetPassword.action'),
          url: withToken(paths.resetPassword, mail.data.token),
        },
        smallPrint: t('mail.resetPassword.notYou'),
      };
    case 'password_changed':
      return {
        subject: t('mail.passwordChanged.subject'),
        paragraphs: [t('mail.passwordChanged.body'), t('mail.passwordChanged.advice')],
        action: { label: t('mail.passwordChanged.action'), url: notMe },
        smallPrint: t('mail.passwordChanged.why'),
      };
    case 'confirm_new_email':
      return {
        subject: t('mail.confirmNewEmail.subject'),
        paragraphs: [
          t('mail.confirmNewEmail.body'),
          t('mail.confirmNewEmail.expiry', { count: EMAIL_CHANGE_LIFETIME_MS / HOUR_MS }),
        ],
        action: {
          label: t('mail.confirmNewEmail.action'),
          url: withToken(paths.changeEmail, mail.data.token),
        },
        smallPrint: t('mail.confirmNewEmail.notYou'),
      };
    case 'email_already_used':
      return {
        subject: t('mail.emailAlreadyUsed.subject'),
        paragraphs: [t('mail.emailAlreadyUsed.body'), t('mail.emailAlreadyUsed.advice')],
        action: { label: t('mail.emailAlreadyUsed.action'), url: `${portalUrl}${paths.login}` },
        smallPrint: t('mail.emailAlreadyUsed.notYou'),
      };
    case 'email_change_requested':
      return {
        subject: t('mail.emailChangeRequested.subject'),
        paragraphs: [
          t('mail.emailChangeRequested.body', { newEmail: mail.data.newEmail }),
          t('mail.emailChangeRequested.advice'),
        ],
        action: { label: t('mail.emailChangeRequested.action'), url: notMe },
        smallPrint: t('mail.emailChangeRequested.why'),
      };
    case 'email_changed':
      return {
        subject: t('mail.emailChanged.subject'),
        paragraphs: [
          t('mail.emailChanged.body', { newEmail: mail.data.newEmail }),
          t('mail.emailChanged.advice'),
        ],
        action: { label: t('mail.emailChanged.action'), url: notMe },
        smallPrint: t('mail.emailChanged.why'),
      };
    case 'removed_from_account':
      return {
        subject: t('mail.removedFromAccount.subject', { accountName: mail.data.accountName }),
        paragraphs: [
          t('mail.removedFromAccount.body', { accountName: mail.data.accountName }),
          t('mail.removedFromAccount.advice'),
        ],
        action: { label: t('mail.removedFromAccount.action'), url: portalUrl },
        smallPrint: t('mail.removedFromAccount.why'),
      };
  }
}
