/** The words of the mails about a workspace. */
export const instanceMail = {
  trialReminder: {
    subject: 'Your Weft Cloud trial ends in three days',
    body: 'The trial of your workspace “{{workspaceName}}” ends on {{date}}. It is stopped then, and nothing is charged.',
    advice: 'To keep it running without a break, choose a plan before that.',
  },
  trialEnded: {
    subject: 'Your Weft Cloud trial has ended',
    body: 'The trial of your workspace “{{workspaceName}}” has ended and the workspace was stopped. Your workflows are all still there.',
    advice: 'Choose a plan before {{date}} to go on where you left off. After that the workspace is deleted.',
  },
  deletionWarning: {
    subject: 'Your workspace {{workspaceName}} is deleted on {{day}}',
    because: {
      trial_ended: 'The trial of your workspace “{{workspaceName}}” has ended.',
      paused: 'The subscription of your workspace “{{workspaceName}}” is paused after failed payments.',
      cancelled: 'The subscription of your workspace “{{workspaceName}}” was cancelled.',
    },
    body: 'The workspace is deleted on {{date}}, with all its workflows, credentials and executions.',
    advice: {
      trial_ended: 'To keep it, choose a plan before then.',
      paused: 'To keep it, update your payment details and resubscribe before then.',
      cancelled: 'To keep it, resubscribe before then.',
    },
    otherwise: 'If you do nothing, a final backup of your workflows is made first and kept for 90 days.',
  },
  workspaceDeleted: {
    subject: 'Your workspace {{workspaceName}} was deleted',
    body: 'Your workspace “{{workspaceName}}” was deleted, as announced.',
    advice: 'The final backup of its workflows is kept until {{date}}. It holds no credentials.',
    download: 'Download it until then. Whoever has this link can, so keep it to yourself.',
  },
  usageWarning: {
    subject: '{{workspaceName}} has used {{percent}} % of its executions this month',
    body: 'Your workspace “{{workspaceName}}” has used {{executions}} of the {{limit}} executions that its plan has for this month.',
    nearly: 'If it goes on like this, the limit may be reached before the month is over.',
    reached:
      'The limit is reached. A larger plan lifts it at once; otherwise the count starts again next month.',
  },
  versionStale: {
    subject: '{{workspaceName}} will be updated to n8n {{target}} on {{day}}',
    body: 'Your workspace “{{workspaceName}}” runs n8n {{version}}, which is more than 120 days old and no longer gets security fixes.',
    advice:
      'Choose when to update, and to which version, in the settings. If you do nothing, it is updated to {{target}} on {{date}}.',
  },
  versionUpdated: {
    subject: '{{workspaceName}} is being updated to n8n {{target}}',
    body: 'As announced, your workspace “{{workspaceName}}” is being updated from n8n {{version}} to {{target}}. It is offline for a moment.',
    advice: 'You see on the dashboard when it is online again.',
  },
  webhooksWaiting: {
    subject_one: '{{workspaceName}}: {{waiting}} webhook is waiting',
    subject_other: '{{workspaceName}}: {{waiting}} webhooks are waiting',
    body_one: '{{waiting}} webhook for your workspace “{{workspaceName}}” has been waiting since {{date}}.',
    body_other:
      '{{waiting}} webhooks for your workspace “{{workspaceName}}” are waiting, the oldest since {{date}}.',
    replayed:
      'Your workspace could not take them. Nothing is lost: they are replayed in order as soon as it can.',
    paused: 'The replay is paused. Nothing is lost: they are replayed in order once somebody resumes it.',
    advice: 'The oldest is kept until {{date}}. See why they are waiting, and what you can do.',
  },
  action: {
    webhooks: 'Open the webhooks',
    finalBackup: 'Download the final backup',
    dashboard: 'Open the dashboard',
    settings: 'Open the settings',
  },
  why: 'You get this mail because you look after this workspace on Weft Cloud.',
  /** Days and times are UTC: a mail does not know where it is read. */
  dateTime: '{{date}} at {{time}} UTC',
} as const;
