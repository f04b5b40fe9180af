import { INVITATION_LIFETIME_MS } from '#app/domain/account/invitation.ts';
import { CONFIRMATION_LIFETIME_MS } from '#app/domain/account/registration-lifetime.ts';
import { mailRecipients } from '#app/domain/mail/mail-recipients.ts';
import type { Mail } from '#app/domain/mail/messages.ts';
import { paths } from '#app/domain/paths.ts';
import { DAY_MS, HOUR_MS } from '#app/domain/time/clock.ts';
import { t } from '#app/i18n/t.ts';
import { accessMailContent } from './access-mail.ts';
import { billingMailContent } from './billing-mail.ts';
import { instanceMailContent } from './instance-mail.ts';
import { type MailContent, renderMail, type WrittenMail } from './layout.ts';
import { securityMailContent } from './security-mail.ts';
import { supportMailContent } from './support-mail.ts';

/** @returns the mail's words, for people who read HTML and people who do not. */
export function writeMail(mail: Mail, portalUrl: string): WrittenMail {
  return renderMail({ greeting: greetingOf(mail), ...contentOf(mail, portalUrl) }, portalUrl);
}

function contentOf(mail: Mail, portalUrl: string): MailContent {
  switch (mail.template) {
    case 'confirm_email':
      return {
        subject: t('mail.confirmEmail.subject'),
        paragraphs: [
          t('mail.confirmEmail.body', { accountName: mail.data.accountName }),
          t('mail.confirmEmail.expiry', { count: CONFIRMATION_LIFETIME_MS / HOUR_MS }),
        ],
        action: {
          label: t('mail.confirmEmail.action'),
          // The fragment would not reach us, and the token in the query is worth nothing once it was used.
          url: `${portalUrl}${paths.confirmEmail}?token=${encodeURIComponent(mail.data.token)}`,
        },
        smallPrint: t('mail.confirmEmail.notYou'),
      };
    case 'already_registered':
      return {
        subject: t('mail.alreadyRegistered.subject'),
        paragraphs: [t('mail.alreadyRegistered.body'), t('mail.alreadyRegistered.advice')],
        action: { label: t('mail.alreadyRegistered.action'), url: `${portalUrl}${paths.login}` },
        smallPrint: t('mail.alreadyRegistered.notYou'),
      };
    case 'invitation':
      return {
        subject: t('mail.invitation.subject', {
          inviter: mail.data.inviterEmail,
          accountName: mail.data.accountName,
        }),
        paragraphs: [
          t('mail.invitation.body', {
            inviter: mail.data.inviterEmail,
            accountName: mail.data.accountName,
            role: t(`roles.${mail.data.role}`),
          }),
          t('mail.invitation.expiry', { count: INVITATION_LIFETIME_MS / DAY_MS }),
        ],
        action: {
          label: t('mail.invitation.action'),
          url: `${portalUrl}${paths.invitation}?token=${encodeURIComponent(mail.data.token)}`,
        },
        smallPrint: t('mail.invitation.notYou'),
      };
    case 'magic_link':
    case 'reset_password':
    case 'password_changed':
    case 'confirm_new_email':
    case 'email_already_used':
    case 'email_change_requested':
    case 'email_changed':
    case 'removed_from_account':
      return accessMailContent(mail, portalUrl);
    case 'second_factor_changed':
    case 'second_factor_guessed':
    case 'second_factor_removal_requested':
      return securityMailContent(mail, portalUrl);
    case 'plan_welcome':
    case 'payment_receipt':
    case 'payment_failed':
    case 'card_expiring':
    case 'subscription_paused':
    case 'subscription_cancelled':
    case 'subscription_resumed':
      return billingMailContent(mail, portalUrl);
    case 'support_ticket':
    case 'support_ticket_copy':
      return supportMailContent(mail, portalUrl);
    default:
      return instanceMailContent(mail, portalUrl);
  }
}

/**
 * @returns the greeting of a mail: by name only if the recipient confirmed that name, whatever the mail's data
 * contains.
 */
function greetingOf(mail: Mail): string {
  return isByName(mail) ? t('mail.greeting', { name: mail.data.name }) : t('mail.neutralGreeting');
}

function isByName(mail: Mail): mail is Extract<Mail, { data: { name: string } }> {
  return mailRecipients[mail.template] === 'confirmed' && 'name' in mail.data;
}
