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
    half: 'This is the first of four messages: the others come at 80, 95 and 100 %.',
    nearly: 'If it goes on like this, the limit may be reached before the month is over.',
    almost: 'The limit is close. A larger plan lifts it at once.',
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
  action: {
    finalBackup: 'Download the final backup',
    dashboard: 'Open the dashboard',
    usage: 'See what used them',
    settings: 'Open the settings',
  },
  why: 'You get this mail because you look after this workspace on Weft Cloud.',
  /** Days and times are UTC: a mail does not know where it is read. */
  dateTime: '{{date}} at {{time}} UTC',
} as const;
