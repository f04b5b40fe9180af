import {
  EMAIL_CHANGE_LIFETIME_MS,
  MAGIC_LINK_LIFETIME_MS,
  RESET_LIFETIME_MS,
} from '#app/domain/access/links.ts';
import { INVITATION_LIFETIME_MS } from '#app/domain/account/invitation.ts';
import { CONFIRMATION_LIFETIME_MS } from '#app/domain/account/registration-lifetime.ts';
import { paths } from '#app/domain/paths.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#app/domain/time/clock.ts';
import { t } from '#app/i18n/t.ts';
import { changePasswordUrl, type MailWriters, tokenUrl } from './layout.ts';

/** The mails about registering, signing in and who belongs to an account. */
export const accessMails = {
  confirm_email: ({ accountName, token }, portalUrl) => ({
    subject: t('mail.confirmEmail.subject'),
    paragraphs: [
      t('mail.confirmEmail.body', { accountName }),
      t('mail.confirmEmail.expiry', { count: CONFIRMATION_LIFETIME_MS / HOUR_MS }),
    ],
    action: { label: t('mail.confirmEmail.action'), url: tokenUrl(portalUrl, paths.confirmEmail, token) },
    smallPrint: t('mail.confirmEmail.notYou'),
  }),

  already_registered: (_data, portalUrl) => ({
    subject: t('mail.alreadyRegistered.subject'),
    paragraphs: [t('mail.alreadyRegistered.body'), t('mail.alreadyRegistered.advice')],
    action: { label: t('mail.alreadyRegistered.action'), url: `${portalUrl}${paths.login}` },
    smallPrint: t('mail.alreadyRegistered.notYou'),
  }),

  invitation: ({ inviterEmail: inviter, accountName, role, token }, portalUrl) => ({
    subject: t('mail.invitation.subject', { inviter, accountName }),
    paragraphs: [
      t('mail.invitation.body', { inviter, accountName, role: t(`roles.${role}`) }),
      t('mail.invitation.expiry', { count: INVITATION_LIFETIME_MS / DAY_MS }),
    ],
    action: { label: t('mail.invitation.action'), url: tokenUrl(portalUrl, paths.invitation, token) },
    smallPrint: t('mail.invitation.notYou'),
  }),

  magic_link: ({ token }, portalUrl) => ({
    subject: t('mail.magicLink.subject'),
    paragraphs: [
      t('mail.magicLink.body'),
      t('mail.magicLink.expiry', { count: MAGIC_LINK_LIFETIME_MS / MINUTE_MS }),
    ],
    action: { label: t('mail.magicLink.action'), url: tokenUrl(portalUrl, paths.magicLink, token) },
    smallPrint: t('mail.magicLink.notYou'),
  }),

  reset_password: ({ token }, portalUrl) => ({
    subject: t('mail.resetPassword.subject'),
    paragraphs: [
      t('mail.resetPassword.body'),
      t('mail.resetPassword.expiry', { count: RESET_LIFETIME_MS / MINUTE_MS }),
    ],
    action: { label: t('mail.resetPassword.action'), url: tokenUrl(portalUrl, paths.resetPassword, token) },
    smallPrint: t('mail.resetPassword.notYou'),
  }),

  password_changed: (_data, portalUrl) => ({
    subject: t('mail.passwordChanged.subject'),
    paragraphs: [t('mail.passwordChanged.body'), t('mail.passwordChanged.advice')],
    action: { label: t('mail.passwordChanged.action'), url: `${portalUrl}${paths.forgotPassword}` },
    smallPrint: t('mail.passwordChanged.why'),
  }),

  confirm_new_email: ({ token }, portalUrl) => ({
    subject: t('mail.confirmNewEmail.subject'),
    paragraphs: [
      t('mail.confirmNewEmail.body'),
      t('mail.confirmNewEmail.expiry', { count: EMAIL_CHANGE_LIFETIME_MS / HOUR_MS }),
    ],
    action: { label: t('mail.confirmNewEmail.action'), url: tokenUrl(portalUrl, paths.changeEmail, token) },
    smallPrint: t('mail.confirmNewEmail.notYou'),
  }),

  email_already_used: (_data, portalUrl) => ({
    subject: t('mail.emailAlreadyUsed.subject'),
    paragraphs: [t('mail.emailAlreadyUsed.body'), t('mail.emailAlreadyUsed.advice')],
    action: { label: t('mail.alreadyRegistered.action'), url: `${portalUrl}${paths.login}` },
    smallPrint: t('mail.alreadyRegistered.notYou'),
  }),

  email_change_requested: ({ newEmail }, portalUrl) => ({
    subject: t('mail.emailChangeRequested.subject'),
    paragraphs: [t('mail.emailChangeRequested.body', { newEmail }), t('mail.emailChangeRequested.advice')],
    action: { label: t('mail.emailChangeRequested.action'), url: changePasswordUrl(portalUrl) },
    smallPrint: t('mail.emailChangeRequested.why'),
  }),

  email_changed: ({ newEmail }, portalUrl) => ({
    subject: t('mail.emailChanged.subject'),
    paragraphs: [t('mail.emailChanged.body', { newEmail }), t('mail.emailChanged.advice')],
    action: { label: t('mail.emailChanged.action'), url: changePasswordUrl(portalUrl) },
    smallPrint: t('mail.emailChanged.why'),
  }),

  removed_from_account: ({ accountName }, portalUrl) => ({
    subject: t('mail.removedFromAccount.subject', { accountName }),
    paragraphs: [t('mail.removedFromAccount.body', { accountName }), t('mail.removedFromAccount.advice')],
    action: { label: t('mail.removedFromAccount.action'), url: portalUrl },
    smallPrint: t('mail.removedFromAccount.why'),
  }),
} satisfies Partial<MailWriters>;
