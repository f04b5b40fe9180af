import type { InstanceMailMessage } from '#app/domain/mail/messages.ts';
import { paths } from '#app/domain/paths.ts';
import { countText } from '#app/i18n/count-text.ts';
import { t } from '#app/i18n/t.ts';
import { dateTime, day } from './dates.ts';
import { type MailWriters, tokenUrl } from './layout.ts';

export const instanceMails = {
  trial_reminder: ({ workspaceName, endsAt }, portalUrl) => ({
    subject: t('instanceMail.trialReminder.subject'),
    paragraphs: [
      t('instanceMail.trialReminder.body', { workspaceName, date: dateTime(endsAt) }),
      t('instanceMail.trialReminder.advice'),
    ],
    ...frame('dashboard', portalUrl),
  }),

  trial_ended: ({ workspaceName, deletionAt }, portalUrl) => ({
    subject: t('instanceMail.trialEnded.subject'),
    paragraphs: [
      t('instanceMail.trialEnded.body', { workspaceName }),
      t('instanceMail.trialEnded.advice', { date: dateTime(deletionAt) }),
    ],
    ...frame('dashboard', portalUrl),
  }),

  deletion_warning: ({ workspaceName, deletionAt, reason }, portalUrl) => ({
    subject: t('instanceMail.deletionWarning.subject', { workspaceName, day: day(deletionAt) }),
    paragraphs: [
      t(`instanceMail.deletionWarning.because.${reason}`, { workspaceName }),
      t('instanceMail.deletionWarning.body', { date: dateTime(deletionAt) }),
      t(`instanceMail.deletionWarning.advice.${reason}`),
      t('instanceMail.deletionWarning.otherwise'),
    ],
    ...frame('dashboard', portalUrl),
  }),

  /** Only the owner's mail has a token. */
  workspace_deleted: ({ workspaceName, backupUntil, finalBackupToken: token }, portalUrl) => ({
    subject: t('instanceMail.workspaceDeleted.subject', { workspaceName }),
    paragraphs: [
      t('instanceMail.workspaceDeleted.body', { workspaceName }),
      t('instanceMail.workspaceDeleted.advice', { date: day(backupUntil) }),
      ...(token === undefined ? [] : [t('instanceMail.workspaceDeleted.download')]),
    ],
    ...frame('dashboard', portalUrl),
    ...(token !== undefined && {
      action: {
        label: t('instanceMail.action.finalBackup'),
        url: tokenUrl(portalUrl, paths.finalBackup, token),
      },
    }),
  }),

  usage_warning: ({ workspaceName, percent, executions, limit }, portalUrl) => ({
    subject: t('instanceMail.usageWarning.subject', { workspaceName, percent }),
    paragraphs: [
      t('instanceMail.usageWarning.body', {
        workspaceName,
        executions: countText(executions),
        limit: countText(limit),
      }),
      t(`instanceMail.usageWarning.${usageAdvice(percent)}`),
    ],
    ...frame('usage', portalUrl),
  }),

  overage_begun: (data, portalUrl) => overageMail('overageBegun', data, portalUrl),

  overage_cap: (data, portalUrl) => overageMail('overageCap', data, portalUrl),

  version_stale: ({ workspaceName, version, target, updateAt }, portalUrl) => ({
    subject: t('instanceMail.versionStale.subject', { workspaceName, target, day: day(updateAt) }),
    paragraphs: [
      t('instanceMail.versionStale.body', { workspaceName, version }),
      t('instanceMail.versionStale.advice', { target, date: dateTime(updateAt) }),
    ],
    ...frame('settings', portalUrl),
  }),

  version_updated: ({ workspaceName, version, target }, portalUrl) => ({
    subject: t('instanceMail.versionUpdated.subject', { workspaceName, target }),
    paragraphs: [
      t('instanceMail.versionUpdated.body', { workspaceName, version, target }),
      t('instanceMail.versionUpdated.advice'),
    ],
    ...frame('report', portalUrl),
  }),

  update_rehearsed: ({ workspaceName, version, target, updateAt, verdict, problems }, portalUrl) => {
    const words = { workspaceName, version, target, count: problems };
    return {
      subject: t(`instanceMail.updateRehearsed.subject.${verdict}`, words),
      paragraphs: [
        t(`instanceMail.updateRehearsed.body.${verdict}`, words),
        t('instanceMail.updateRehearsed.advice', { target, date: dateTime(updateAt) }),
      ],
      ...frame('report', portalUrl),
    };
  },

  update_went_back: ({ workspaceName, version, target }, portalUrl) => ({
    subject: t('instanceMail.updateWentBack.subject', { workspaceName, version }),
    paragraphs: [
      t('instanceMail.updateWentBack.body', { workspaceName, version, target }),
      t('instanceMail.updateWentBack.advice', { target }),
    ],
    ...frame('settings', portalUrl),
  }),

  webhooks_waiting: ({ workspaceName, waiting, oldestAt, oldestUntil, isPaused }, portalUrl) => {
    const counted = { workspaceName, count: waiting, waiting: countText(waiting) };
    return {
      subject: t('instanceMail.webhooksWaiting.subject', counted),
      paragraphs: [
        t('instanceMail.webhooksWaiting.body', { ...counted, date: dateTime(oldestAt) }),
        t(isPaused ? 'instanceMail.webhooksWaiting.paused' : 'instanceMail.webhooksWaiting.replayed'),
        t('instanceMail.webhooksWaiting.advice', { date: dateTime(oldestUntil) }),
      ],
      ...frame('webhooks', portalUrl),
    };
  },
} satisfies Partial<MailWriters>;

const linked = {
  dashboard: paths.dashboard,
  settings: paths.manage,
  report: paths.manageUpdate,
  usage: paths.usage,
  webhooks: paths.webhooks,
} as const;

function frame(action: keyof typeof linked, portalUrl: string) {
  return {
    action: { label: t(`instanceMail.action.${action}`), url: `${portalUrl}${linked[action]}` },
    smallPrint: t('instanceMail.why'),
  };
}

function usageAdvice(percent: number): 'half' | 'nearly' | 'almost' | 'reached' {
  if (percent >= 100) return 'reached';
  if (percent >= 95) return 'almost';
  return percent >= 80 ? 'nearly' : 'half';
}

function overageMail(
  texts: 'overageBegun' | 'overageCap',
  data: Extract<InstanceMailMessage, { template: 'overage_begun' }>['data'],
  portalUrl: string,
) {
  const { workspaceName, unitPrice } = data;
  const max = countText(data.maxExecutions);
  const words = { workspaceName, unitPrice, limit: countText(data.limit), max };
  return {
    subject: t(`instanceMail.${texts}.subject`, words),
    paragraphs: [t(`instanceMail.${texts}.body`, words), t(`instanceMail.${texts}.advice`, words)],
    ...frame('usage', portalUrl),
  };
}
