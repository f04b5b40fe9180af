import type { FaqGroup, FaqId } from '#app/domain/help/faq.ts';

/** The help center. */
export const help = {
  pageTitle: 'Help – Weft Cloud',
  title: 'Help center',
  lead: 'Answers to common questions, and a way to reach us.',
  contact: 'Contact support',
  search: {
    label: 'Search help',
    placeholder: 'Restart, invoice',
    submit: 'Search',
    cut: 'Your search was very long, so we used only its first {{count}} characters.',
    found_zero: 'No answers found for “{{query}}”',
    found_one: '{{count}} answer found for “{{query}}”',
    found_other: '{{count}} answers found for “{{query}}”',
    none: 'Try another word, or <ask>ask us</ask>.',
    all: 'Show all answers',
  },
  groups: {
    trial: 'Your trial',
    plans: 'Plans and quotas',
    workspace: 'Your workspace',
    backups: 'Backups',
    team: 'Your team',
    billing: 'Billing and deletion',
    security: 'Security and signing in',
  } satisfies Record<FaqGroup, string>,
  faq: {
    'trial-length': {
      question: 'How long is the trial, and what does it include?',
      answer: [
        'The trial lasts 14 days from the moment you confirm your email. It includes a workspace of your own with 1,000 executions and 5 active workflows, and as many teammates as you like.',
        'You don’t need a card, and nothing is charged when it ends.',
      ],
    },
    'trial-end': {
      question: 'What happens when my trial ends?',
      answer: [
        'Your workspace is stopped: workflows no longer run, but everything in it is kept. You then have three days to choose a plan; your workspace starts again as soon as you do.',
        'After these three days the workspace is deleted. We make a final backup of its workflows first and keep it for 90 days. We email you before each of these steps.',
      ],
    },
    'first-steps': {
      question: 'How do I open my workspace and build my first workflow?',
      answer: [
        'Select “Open workspace” on the dashboard: it signs you in to n8n. Community templates are a quick start: most only need your credentials.',
      ],
    },
    'choose-plan': {
      question: 'Which plan do I need?',
      answer: [
        'Starter has 2,500 executions a month and 5 active workflows. Pro comes in two sizes: 10,000 executions with 15 active workflows, and 50,000 executions with 50. With Custom you choose both figures yourself and get dedicated support. For Enterprise, talk to us.',
        'The dashboard shows what you’ve used this month. If in doubt, start with the smaller plan: you can upgrade at any time.',
      ],
    },
    executions: {
      question: 'What counts as an execution?',
      answer: [
        'A workflow that runs from its trigger to its end is one execution, however many steps it has and whether it succeeds or fails. Executions in the editor, of sub-workflows and of error workflows don’t count.',
        'The count resets on the first of each month, UTC.',
      ],
    },
    'limit-reached': {
      question: 'What happens when I reach my execution limit?',
      answer: [
        'We email you when most of your month’s executions are used and again when they all are. Then executions wait, and webhooks are held and replayed later. A larger plan raises the limit immediately; otherwise the count resets next month. On Pro and Custom plans, the Usage page lets you keep running instead and pay per 1,000 executions, up to a cap that you set.',
        'The dashboard shows your executions by day and when they would run out at the current pace.',
      ],
    },
    'change-plan': {
      question: 'How do I upgrade or change my plan?',
      answer: [
        'During a trial, select “Upgrade” at the top of any page. Later, choose “Change plan” on the dashboard or the billing page. Before you confirm, you see what you’re charged and when: now for the rest of the period, or with your next invoice.',
        'New limits apply immediately. Some changes restart your workspace for a few seconds; the page says so before you confirm. If a payment is overdue, update your payment details first.',
      ],
    },
    restart: {
      question: 'How do I restart my workspace?',
      answer: [
        'Go to Manage and select “Restart workspace” at the bottom of the settings. It goes offline briefly, and running executions are interrupted.',
        'The dashboard shows live when it’s online again, usually within a minute.',
      ],
    },
    offline: {
      question: 'My workspace is offline. What can I do?',
      answer: [
        'A workspace that stops responding is restarted automatically. The status page under Manage shows what happened and since when.',
        'If it stays offline for more than a few minutes, restart it once. If that doesn’t help, contact support below.',
      ],
    },
    update: {
      question: 'How do I update n8n to another version?',
      answer: [
        'Choose the version in the settings under Manage and save: we check it on a copy first. Stable versions are for everyday work; beta versions get new features early. The workspace is offline for a moment while it’s updated.',
        'We update versions that no longer get security fixes, and announce it by email and on the dashboard so that you can update earlier.',
      ],
    },
    'update-undo': {
      question: 'Can I undo an update and go back to an older version?',
      answer: [
        'For 24 hours after an update, yes: select “Last version check” in the settings, then “Go back”. Your workspace gets its earlier version and data back, and changes made since the update are lost.',
        'After that, you can’t downgrade: an older version can’t use the data of a newer one, so the settings don’t offer it. Versions marked “can’t be undone” change your data more than others do, and you have to type your workspace’s name to install one.',
      ],
    },
    timezone: {
      question: 'In which timezone do my schedules run?',
      answer: [
        'In the timezone of your workspace, which you set under Manage. You can set a different timezone for a single workflow in its settings in n8n.',
      ],
    },
    'account-name': {
      question: 'Can I change my account name or the address of my workspace?',
      answer: [
        'No. It’s part of your workspace’s address, which other services’ webhooks point to, and is never given to anyone else. Your username can’t be changed either. You can change your own name and email on your account page.',
      ],
    },
    'what-is-backed-up': {
      question: 'Which backups do you make, and how long do you keep them?',
      answer: [
        'All your workflows are backed up once a day, and whenever you ask for it. We keep the last 7 daily, 4 weekly and 3 monthly backups; you can download each as an archive with one JSON file for every workflow.',
        'Backups don’t contain past executions. They contain credentials only if an owner makes a backup with credentials and enters a passphrase to encrypt them. Daily backups, and the final one before a workspace is deleted, never contain credentials.',
      ],
    },
    restore: {
      question: 'How do I restore a workflow from a backup?',
      answer: [
        'Choose the backup under Manage and check the preview: it shows which workflows would be added or changed. Nothing changes until you confirm.',
        'Workflows that use credentials find them again if they are still in the workspace. If the backup contains credentials, an owner can restore them with its passphrase; otherwise choose new ones in the editor.',
        'A backup can be restored into the same version of n8n or a newer one.',
      ],
    },
    'move-elsewhere': {
      question: 'Can I move my workflows to another n8n?',
      answer: [
        'Yes. Download a backup and import its JSON files into any other n8n.',
        'Set up the credentials again, or take them from a backup with credentials: the page where you make one shows how to open its file.',
      ],
    },
    invite: {
      question: 'How do I invite teammates?',
      answer: [
        'On your account page, under Members, an owner invites people by their email address and chooses their role. Invitations are valid for 7 days and can be resent. There’s no limit on the number of members.',
      ],
    },
    roles: {
      question: 'What can each role do?',
      answer: [
        'Owners can do everything. Billing members manage plans, cards and invoices. Operators change settings, restart the workspace and handle backups. Members open the workspace and see the dashboard.',
        'Only an owner can invite or remove people and change roles, and an account always keeps at least one owner. A removed member is signed out of the workspace, too.',
      ],
    },
    'payment-failed': {
      question: 'My payment failed. What now?',
      answer: [
        'Your workspace keeps running while we retry the payment over the next few days. Update your card on the billing page to settle it now.',
        'If every attempt fails, the subscription is paused and the workspace stopped. Resubscribe on the billing page: you pay at a checkout, and your workspace comes back as it was. After 90 days paused, it’s deleted.',
      ],
    },
    invoices: {
      question: 'Where are my invoices, and how do I change what they say?',
      answer: [
        'The billing page lists all payments and invoices. You can also change your billing details there (company, address, tax ID); changes apply to future invoices. The page is available once you’ve chosen a plan.',
      ],
    },
    cancel: {
      question: 'How do I cancel my subscription?',
      answer: [
        'Cancel on the billing page. Your workspace runs until the end of the period you’ve paid for and is then deleted; until that day you can undo the cancellation with one click. A trial needs no cancellation: nothing is charged when it ends.',
      ],
    },
    deletion: {
      question: 'When is a workspace deleted, and can I get it back?',
      answer: [
        'Three days after a trial ended without a plan, at the end of a cancelled subscription, or 90 days after a subscription was paused. The dashboard counts the days, and we email you beforehand.',
        'A deleted workspace can’t be brought back. The final backup of its workflows can be downloaded for 90 days and imported into a new one. It contains no credentials: if you need them, make a backup with credentials while your workspace is online.',
      ],
    },
    'data-protection': {
      question: 'How is my data protected?',
      answer: [
        'Each workspace runs in its own container, with its own storage. Credentials are encrypted with a key of that workspace alone, and every connection uses TLS.',
        'Your account page lists every browser that is signed in and can end each session; the activity page shows owners who did what and when.',
      ],
    },
    'two-factor': {
      question: 'How do I turn on two-factor authentication?',
      answer: [
        'On your account page, under Security, add an authenticator app or a passkey. You then get ten recovery codes: keep them somewhere safe, since they are shown only once.',
        'From then on, a password alone doesn’t sign you in. A passkey signs you in by itself. An owner can require two-factor authentication for all members.',
      ],
    },
    'lost-phone': {
      question: 'I lost my phone, or the device with my passkey',
      answer: [
        'Sign in with your password, then enter one of your recovery codes. Afterwards remove the lost device under Security and add a new one.',
        'Without a recovery code, choose “Lost your device?” after your password. We email you a link that removes your second factor. It works after 24 hours, so that you can stop it if someone else asked.',
      ],
    },
    'sign-in-trouble': {
      question: 'I can’t sign in, or my link doesn’t work',
      answer: [
        'Links in our emails work once and for a limited time: 10 minutes for a sign-in link, 60 minutes for a new password. Request a new one if yours is older, and use the latest email.',
        'After several wrong passwords you have to wait up to an hour before trying again. Owners can also request a link that signs them in without a password, even while the workspace is offline.',
      ],
    },
  } satisfies Record<FaqId, { question: string; answer: readonly string[] }>,
  links: {
    dashboard: 'Open dashboard',
    settings: 'Open settings',
    status: 'Open workspace status',
    backups: 'View backups',
    members: 'Open members',
    billing: 'Open billing',
    plans: 'Compare plans',
    account: 'Open your account',
    security: 'Open security',
  },
  ticket: {
    title: 'Contact support',
    lead: 'We reply by email to <strong>{{email}}</strong>. Your account, plan and workspace details are included, so you don’t need to describe them.',
    secrets: 'Please leave out passwords and keys.',
    subject: 'Subject',
    body: 'What happened?',
    bodyHint: 'What did you do, what did you expect, and what did you see instead?',
    attachment: 'Attachment',
    attachmentHint:
      'A screenshot, a log or a workflow: PNG, JPG, GIF, WebP, PDF, TXT, LOG or JSON, up to 5 MB.',
    attachAgain: 'If you had chosen a file, please choose it again.',
    submit: 'Send request',
  },
  sent: {
    title: 'Your request is on its way',
    body: 'Its reference is <strong>{{reference}}</strong>. A copy goes to <email>{{email}}</email>; we reply to the same address.',
    attachmentLost:
      'Your file “{{name}}” could not be stored and was not sent. Please reply to our email with it.',
  },
  tickets: {
    title: 'Your requests',
    sentOn: 'Sent <time/>, reference {{reference}}',
    copyReference: 'Copy reference',
    attachment: 'Download {{name}} ({{size}})',
    attachmentLost: '“{{name}}” could not be stored.',
  },
} as const;
