/** The words of the mails about a workspace. */
export const instanceMail = {
  trialReminder: {
    subject: 'Your Weft Cloud trial ends in three days',
    body: 'The trial of your workspace “{{workspaceName}}” ends on {{date}}. It then stops, and nothing is charged.',
    advice: 'To keep it running without a break, choose a plan before then.',
  },
  trialEnded: {
    subject: 'Your Weft Cloud trial has ended',
    body: 'The trial of your workspace “{{workspaceName}}” has ended and the workspace was stopped. Your workflows are safe.',
    advice:
      'Choose a plan before {{date}} to continue where you left off. After that, the workspace is deleted.',
  },
  deletionWarning: {
    subject: 'Your workspace {{workspaceName}} will be deleted on {{day}}',
    because: {
      trial_ended: 'The trial of your workspace “{{workspaceName}}” has ended.',
      paused: 'The subscription of your workspace “{{workspaceName}}” is paused after failed payments.',
      cancelled: 'The subscription of your workspace “{{workspaceName}}” was cancelled.',
    },
    body: 'The workspace will be deleted on {{date}}, with all its workflows, credentials and executions.',
    advice: {
      trial_ended: 'To keep it, choose a plan before then.',
      paused: 'To keep it, resubscribe before then.',
      cancelled: 'To keep it, select “Keep the subscription” before then.',
    },
    otherwise: 'If you do nothing, we make a final backup of your workflows first and keep it for 90 days.',
  },
  workspaceDeleted: {
    subject: 'Your workspace {{workspaceName}} was deleted',
    body: 'Your workspace “{{workspaceName}}” was deleted, as announced.',
    advice: 'The final backup of its workflows is kept until {{date}}. It contains no credentials.',
    download: 'Don’t share this link: anyone who has it can download the backup.',
  },
  usageWarning: {
    subject: '{{workspaceName}} has used {{percent}}% of its executions this month',
    body: 'Your workspace “{{workspaceName}}” has used {{executions}} of its plan’s {{limit}} executions this month.',
    half: 'This is the first of four messages: the others come at 80, 95 and 100%.',
    nearly: 'At this pace, it may reach the limit before the month ends.',
    almost: 'The limit is close. A larger plan raises it immediately.',
    reached:
      'It has reached the limit. A larger plan raises it immediately; otherwise the count resets next month.',
  },
  overageBegun: {
    subject: '{{workspaceName}} now runs executions beyond its plan',
    body: 'Your workspace “{{workspaceName}}” has used its plan’s {{limit}} executions this month. As your account chose, it keeps running, for the agreed {{unitPrice}} per 1,000 executions.',
    advice:
      'After {{max}} additional executions, new ones wait. We charge the additional ones when the month ends. You can change this at any time.',
  },
  overageCap: {
    subject: '{{workspaceName}} has reached its cap on additional executions',
    body: 'Your workspace “{{workspaceName}}” has run the {{max}} additional executions that your account allows this month, beyond its plan’s {{limit}}. Executions wait from now on.',
    advice:
      'Webhooks are held and will be replayed. You can raise the cap or choose a larger plan; otherwise the count resets next month.',
  },
  versionStale: {
    subject: '{{workspaceName}} will be updated to n8n {{target}} on {{day}}',
    body: 'Your workspace “{{workspaceName}}” runs n8n {{version}}, which is more than 120 days old and no longer gets security fixes.',
    advice:
      'You can choose the version and the time in the settings. If you do nothing, we update it to {{target}} on {{date}}.',
  },
  versionUpdated: {
    subject: '{{workspaceName}} was updated to n8n {{target}}',
    body: 'As announced, your workspace “{{workspaceName}}” was updated from n8n {{version}} to {{target}}.',
    advice:
      'If something doesn’t work as before, you can go back within 24 hours: open the report and select “Go back”.',
  },
  updateRehearsed: {
    subject: {
      passed: '{{workspaceName}} is ready for n8n {{target}}',
      blocked: 'n8n {{target}} would break workflows of {{workspaceName}}',
      failed: 'n8n {{target}} couldn’t be checked for {{workspaceName}}',
      not_saved: '{{workspaceName}} couldn’t be updated to n8n {{target}}',
    },
    body: {
      passed:
        'We checked n8n {{target}} on a copy of your workspace “{{workspaceName}}”: no active workflow breaks.',
      blocked_one:
        'We checked n8n {{target}} on a copy of your workspace “{{workspaceName}}” and found {{count}} problem. The report names the workflow and the node.',
      blocked_other:
        'We checked n8n {{target}} on a copy of your workspace “{{workspaceName}}” and found {{count}} problems. The report names the workflows and the nodes.',
      failed:
        'We tried to check n8n {{target}} on a copy of your workspace “{{workspaceName}}”, but the check didn’t finish. Your workspace still runs n8n {{version}}.',
      not_saved:
        'n8n {{target}} passed the check on a copy of your workspace “{{workspaceName}}”, but your data couldn’t be saved before the update. Your workspace still runs n8n {{version}}.',
    },
    advice:
      'We’ll check n8n {{target}} again on {{date}}, and update your workspace if no active workflow breaks. You can update earlier, or change workflows before then. If the update fails, your workspace will go back automatically.',
  },
  updateWentBack: {
    subject: '{{workspaceName}} went back to n8n {{version}}',
    body: 'The update of your workspace “{{workspaceName}}” to n8n {{target}} didn’t work: it didn’t start in time, or fewer workflows were active than before. Your workspace runs n8n {{version}} again, with its data from before the update.',
    advice:
      'Nothing was lost: webhooks that arrived in the meantime were held and are being delivered now. Contact support if you need n8n {{target}}.',
  },
  webhooksWaiting: {
    subject_one: '{{workspaceName}}: {{waiting}} webhook is waiting',
    subject_other: '{{workspaceName}}: {{waiting}} webhooks are waiting',
    body_one: '{{waiting}} webhook for your workspace “{{workspaceName}}” has been waiting since {{date}}.',
    body_other:
      '{{waiting}} webhooks for your workspace “{{workspaceName}}” are waiting, the oldest since {{date}}.',
    replayed:
      'Your workspace can’t take webhooks right now. Nothing is lost: they’ll be replayed in order as soon as it can.',
    paused:
      'The replay is paused. Nothing is lost: webhooks will be replayed in order once someone resumes it.',
    advice: 'The oldest is kept until {{date}}. See what is waiting and what you can do.',
  },
  action: {
    finalBackup: 'Download final backup',
    dashboard: 'Open dashboard',
    usage: 'See usage by workflow',
    settings: 'Open settings',
    report: 'Open the report',
    webhooks: 'Open held webhooks',
  },
  why: 'You get this email because you manage this workspace on Weft Cloud.',
  /** Days and times are UTC: a mail does not know where it is read. */
  dateTime: '{{date}}, {{time}} UTC',
} as const;
