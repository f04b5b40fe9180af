import type { InstanceMailMessage } from '#app/domain/mail/messages.ts';
import { paths } from '#app/domain/paths.ts';
import { countText } from '#app/i18n/count-text.ts';
import { t } from '#app/i18n/t.ts';
import { dateTime, day } from './dates.ts';
import type { MailContent } from './layout.ts';
import { overageMailContent } from './overage-mail.ts';

/** @returns the text and link of a mail about a workspace. */
export function instanceMailContent(mail: InstanceMailMessage, portalUrl: string): MailContent {
  const { workspaceName } = mail.data;
  const dashboard = { label: t('instanceMail.action.dashboard'), url: `${portalUrl}${paths.dashboard}` };
  const settings = { label: t('instanceMail.action.settings'), url: `${portalUrl}${paths.manage}` };
  const report = { label: t('instanceMail.action.report'), url: `${portalUrl}${paths.manageUpdate}` };
  const frame = { smallPrint: t('instanceMail.why') };
  switch (mail.template) {
    case 'trial_reminder':
      return {
        ...frame,
        subject: t('instanceMail.trialReminder.subject'),
        paragraphs: [
          t('instanceMail.trialReminder.body', { workspaceName, date: dateTime(mail.data.endsAt) }),
          t('instanceMail.trialReminder.advice'),
        ],
        action: dashboard,
      };
    case 'trial_ended':
      return {
        ...frame,
        subject: t('instanceMail.trialEnded.subject'),
        paragraphs: [
          t('instanceMail.trialEnded.body', { workspaceName }),
          t('instanceMail.trialEnded.advice', { date: dateTime(mail.data.deletionAt) }),
        ],
        action: dashboard,
      };
    case 'deletion_warning':
      return {
        ...frame,
        subject: t('instanceMail.deletionWarning.subject', { workspaceName, day: day(mail.data.deletionAt) }),
        paragraphs: [
          t(`instanceMail.deletionWarning.because.${mail.data.reason}`, { workspaceName }),
          t('instanceMail.deletionWarning.body', { date: dateTime(mail.data.deletionAt) }),
          t(`instanceMail.deletionWarning.advice.${mail.data.reason}`),
          t('instanceMail.deletionWarning.otherwise'),
        ],
        action: dashboard,
      };
    case 'workspace_deleted': {
      // Only the owner's mail has it.
      const { finalBackupToken: token } = mail.data;
      return {
        ...frame,
        subject: t('instanceMail.workspaceDeleted.subject', { workspaceName }),
        paragraphs: [
          t('instanceMail.workspaceDeleted.body', { workspaceName }),
          t('instanceMail.workspaceDeleted.advice', { date: day(mail.data.backupUntil) }),
          ...(token === undefined ? [] : [t('instanceMail.workspaceDeleted.download')]),
        ],
        action:
          token === undefined
            ? dashboard
            : {
                label: t('instanceMail.action.finalBackup'),
                url: `${portalUrl}${paths.finalBackup}?${new URLSearchParams({ token })}`,
              },
      };
    }
    case 'usage_warning': {
      const { percent, executions, limit } = mail.data;
      return {
        ...frame,
        subject: t('instanceMail.usageWarning.subject', { workspaceName, percent }),
        paragraphs: [
          t('instanceMail.usageWarning.body', {
            workspaceName,
            executions: countText(executions),
            limit: countText(limit),
          }),
          t(`instanceMail.usageWarning.${usageAdvice(percent)}`),
        ],
        action: { label: t('instanceMail.action.usage'), url: `${portalUrl}${paths.usage}` },
      };
    }
    case 'overage_begun':
    case 'overage_cap':
      return { ...frame, ...overageMailContent(mail, portalUrl) };
    case 'version_stale': {
      const { version, target, updateAt } = mail.data;
      return {
        ...frame,
        subject: t('instanceMail.versionStale.subject', { workspaceName, target, day: day(updateAt) }),
        paragraphs: [
          t('instanceMail.versionStale.body', { workspaceName, version }),
          t('instanceMail.versionStale.advice', { target, date: dateTime(updateAt) }),
        ],
        action: settings,
      };
    }
    case 'version_updated': {
      const { version, target } = mail.data;
      return {
        ...frame,
        subject: t('instanceMail.versionUpdated.subject', { workspaceName, target }),
        paragraphs: [
          t('instanceMail.versionUpdated.body', { workspaceName, version, target }),
          t('instanceMail.versionUpdated.advice'),
        ],
        action: dashboard,
      };
    }
    case 'update_rehearsed': {
      const { version, target, updateAt, verdict, problems } = mail.data;
      const words = { workspaceName, version, target, count: problems };
      return {
        ...frame,
        subject: t(`instanceMail.updateRehearsed.subject.${verdict}`, words),
        paragraphs: [
          t(`instanceMail.updateRehearsed.body.${verdict}`, words),
          t('instanceMail.updateRehearsed.advice', { target, date: dateTime(updateAt) }),
        ],
        action: report,
      };
    }
    case 'update_went_back': {
      const { version, target } = mail.data;
      return {
        ...frame,
        subject: t('instanceMail.updateWentBack.subject', { workspaceName, version }),
        paragraphs: [
          t('instanceMail.updateWentBack.body', { workspaceName, version, target }),
          t('instanceMail.updateWentBack.advice', { target }),
        ],
        action: settings,
      };
    }
    case 'webhooks_waiting': {
      const { waiting, oldestAt, oldestUntil, isPaused } = mail.data;
      const counted = { workspaceName, count: waiting, waiting: countText(waiting) };
      return {
        ...frame,
        subject: t('instanceMail.webhooksWaiting.subject', counted),
        paragraphs: [
          t('instanceMail.webhooksWaiting.body', { ...counted, date: dateTime(oldestAt) }),
          t(isPaused ? 'instanceMail.webhooksWaiting.paused' : 'instanceMail.webhooksWaiting.replayed'),
          t('instanceMail.webhooksWaiting.advice', { date: dateTime(oldestUntil) }),
        ],
        action: { label: t('instanceMail.action.webhooks'), url: `${portalUrl}${paths.webhooks}` },
      };
    }
  }
}

function usageAdvice(percent: number): 'half' | 'nearly' | 'almost' | 'reached' {
  if (percent >= 100) return 'reached';
  if (percent >= 95) return 'almost';
  return percent >= 80 ? 'nearly' : 'half';
}
