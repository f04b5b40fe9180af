import type { FaqGroup, FaqId } from '#app/domain/help/faq.ts';

/** The help center. */
export const help = {
  pageTitle: 'Help – Weft Cloud',
  title: 'Help center',
  lead: 'Answers to what people ask most, and a way to ask us.',
  contact: 'Contact support',
  search: {
    label: 'Search the answers',
    placeholder: 'For example: restart, invoice, backup',
    submit: 'Search',
    cut: 'Your search was very long. Only its first {{count}} characters were looked for.',
    found_zero: 'No answer found for “{{query}}”',
    found_one: '{{count}} answer found for “{{query}}”',
    found_other: '{{count}} answers found for “{{query}}”',
    none: 'Try another word, or ask us: we know more than what is written here.',
    all: 'Show all answers',
    ask: 'Ask support',
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
        'You need no card for it, and nothing is charged when it ends.',
      ],
    },
    'trial-end': {
      question: 'What happens when my trial ends?',
      answer: [
        'Your workspace is stopped: workflows no longer run, but everything in it is kept. You have three more days to choose a plan, and it starts again as soon as you do.',
        'After these three days the workspace is deleted. A final backup of its workflows is made before that and kept for 90 days. We mail you before each of these steps.',
      ],
    },
    'first-steps': {
      question: 'How do I open my workspace and build my first workflow?',
      answer: [
        'Press “Open workspace” on the dashboard: it signs you in to n8n, where you build. The community’s templates are a quick start, since most of them only need your credentials.',
      ],
    },
    'choose-plan': {
      question: 'Which plan do I need?',
      answer: [
        'Starter has 2,500 executions a month and 5 active workflows. Pro comes in two sizes: 10,000 executions with 15 active workflows, and 50,000 executions with 50. With Custom you choose both figures yourself and get dedicated support. For Enterprise, talk to us.',
        'What you have used this month stands on the dashboard. If in doubt, begin with the smaller plan: you can move up at any time.',
      ],
    },
    executions: {
      question: 'What counts as an execution?',
      answer: [
        'One run of a workflow from its trigger to its end is one execution, however many steps it has and however much data passes through.',
        'The count starts again on the first of each month, UTC.',
      ],
    },
    'limit-reached': {
      question: 'What happens when I reach my execution limit?',
      answer: [
        'We mail you when most of your month’s executions are used and again when they all are. A larger plan lifts the limit at once; otherwise the count starts again with the next month.',
        'The dashboard shows day by day how your executions grow and when they would run out at this pace.',
      ],
    },
    'change-plan': {
      question: 'How do I upgrade or change my plan?',
      answer: [
        'During a trial, press “Upgrade” at the top of every page. Later, choose “Change plan” on the dashboard or the billing page. Before you confirm you see what is charged and when: at once for the rest of the period, or with your next bill.',
        'New limits apply immediately. Some changes restart your workspace for a few seconds; the page says so before you confirm. While a payment is overdue, the payment details have to be updated first.',
      ],
    },
    restart: {
      question: 'How do I restart my workspace?',
      answer: [
        'Under Manage, at the bottom of the settings, press “Restart workspace”. It goes offline briefly; executions that are running are interrupted, and webhooks that arrive meanwhile get no answer.',
        'You see live on the dashboard when it is online again, usually within a minute.',
      ],
    },
    offline: {
      question: 'My workspace is offline. What can I do?',
      answer: [
        'A workspace that stops answering is restarted by itself. The status page under Manage tells what happened and since when.',
        'If it stays offline for more than a few minutes, restart it once. If that does not help, write to us below: your request already tells us which workspace it is.',
      ],
    },
    update: {
      question: 'How do I update n8n to another version?',
      answer: [
        'Choose the version in the settings under Manage and save. Stable versions are made for everyday work, beta versions have what is new first. The workspace is offline for a moment while it is updated.',
        'A version that no longer gets security fixes is updated for you. We announce that by mail and on the dashboard, so that you can choose an earlier moment.',
      ],
    },
    'update-undo': {
      question: 'Can I undo an update and go back to an older version?',
      answer: [
        'Usually yes: choose the older version in the settings. Some updates change your data for good, and then there is no downgrade. Such versions are marked “no way back”, and you have to type the name of your workspace before one is installed.',
        'Make a backup before such an update. It cannot bring the old version back, but your workflows are safe in it.',
      ],
    },
    timezone: {
      question: 'In which timezone do my schedules run?',
      answer: [
        'In the timezone of your workspace, which you set under Manage. A single workflow can have a timezone of its own in its settings in n8n.',
      ],
    },
    'account-name': {
      question: 'Can I change my account name or the address of my workspace?',
      answer: [
        'No. The account name is part of your workspace’s address, which webhooks of other services point to, so it stays for good and is never given to anybody else. Your user name stays as well. Your own name and email can be changed on your account page.',
      ],
    },
    'what-is-backed-up': {
      question: 'Which backups are made, and how long are they kept?',
      answer: [
        'All your workflows are backed up once a day, and whenever you ask for it. We keep the last 7 daily, 4 weekly and 3 monthly backups; you can download each as an archive with one JSON file for every workflow.',
        'Past executions are not in a backup, and neither are credentials, unless an owner asks for a backup with credentials and types a passphrase that encrypts them. Daily backups, and the final one before a workspace is deleted, never hold credentials.',
      ],
    },
    restore: {
      question: 'How do I restore a workflow from a backup?',
      answer: [
        'Choose the backup under Manage and look at the preview first: it shows which workflows would be added or changed. Nothing is touched before you confirm.',
        'Workflows that use credentials find them again if they are still in the workspace. If the backup holds credentials, an owner can restore them with its passphrase; otherwise choose new ones in the editor.',
        'A backup can be restored into the same version of n8n or a newer one.',
      ],
    },
    'move-elsewhere': {
      question: 'Can I move my workflows to another n8n?',
      answer: [
        'Yes. Download a backup and import its JSON files into any other n8n, hosted or your own. It works the other way round as well.',
        'Credentials have to be set up again, or taken from a backup with credentials: the page where you make one shows how to open its file without us.',
      ],
    },
    invite: {
      question: 'How do I invite teammates?',
      answer: [
        'On your account page, under Members, an owner invites people by their email address and chooses their role. An invitation is good for 7 days and can be sent again. There is no limit to how many people belong to an account.',
      ],
    },
    roles: {
      question: 'What may each role do?',
      answer: [
        'Owners may do everything. Billing members manage plans, cards and invoices. Operators change settings, restart the workspace and handle backups. Members open the workspace and see the dashboard.',
        'Only an owner can invite or remove people and change roles, and an account always keeps at least one owner. Somebody who is removed is signed out of the workspace too.',
      ],
    },
    'payment-failed': {
      question: 'My payment failed. What now?',
      answer: [
        'Your workspace goes on running while the payment is tried again over the next days. Update your card on the billing page to settle it at once.',
        'If every attempt fails, the subscription is paused and the workspace stopped. Resubscribe on the billing page: you pay at a checkout, and your workspace comes back as it was. After 90 days of pause it is deleted.',
      ],
    },
    invoices: {
      question: 'Where are my invoices, and how do I change what they say?',
      answer: [
        'All payments with their invoices are listed on the billing page, where the billing details (company, address, tax number) can be changed as well. Changes apply to invoices from then on. The billing page opens once you have chosen a plan.',
      ],
    },
    cancel: {
      question: 'How do I cancel my subscription?',
      answer: [
        'Cancel on the billing page. Your workspace runs on until the end of the period you have paid for and is deleted then; until that day you can undo the cancellation with one click. A trial needs no cancellation: nothing is charged when it ends.',
      ],
    },
    deletion: {
      question: 'When is a workspace deleted, and can I get it back?',
      answer: [
        'Three days after a trial ended without a plan, at the end of a cancelled subscription, or 90 days after a subscription was paused. The dashboard counts the days, and we mail you before.',
        'A deleted workspace cannot be brought back. The final backup of its workflows can be downloaded for 90 days and imported into a new one. It holds no credentials: make a backup with credentials while your workspace is online if you need them.',
      ],
    },
    'data-protection': {
      question: 'How is my data protected?',
      answer: [
        'Each workspace runs in a container of its own, with its own storage. Credentials are encrypted with a key of that workspace alone, and every connection uses TLS.',
        'Your account page lists every browser that is signed in and can end each session; the activity page tells owners who did what and when.',
      ],
    },
    'two-factor': {
      question: 'How do I turn on two-factor authentication?',
      answer: [
        'On your account page, under Security, add an authenticator app or a passkey. You then get ten recovery codes: keep them somewhere safe, since they are shown only once.',
        'From then on, a password alone does not sign you in. A passkey signs you in by itself. An owner can require two-factor authentication for all members.',
      ],
    },
    'lost-phone': {
      question: 'I lost my phone, or the device with my passkey',
      answer: [
        'Sign in with your password, then enter one of your recovery codes. Afterwards remove the lost device under Security and add a new one.',
        'Without a recovery code, choose “Lost your device?” after your password. We mail you a link that removes your second factor. It works after 24 hours, so that you can refuse it if somebody else asked.',
      ],
    },
    'sign-in-trouble': {
      question: 'I cannot sign in, or the link I got does not work',
      answer: [
        'Links in our mails work once and for a limited time: 10 minutes for a sign-in link, 60 minutes for a new password. Ask for a new one if yours is older, and use the newest mail.',
        'After several wrong passwords you have to wait up to an hour before trying again. Owners can also ask for a link that signs them in without a password, even while the workspace is offline.',
      ],
    },
  } satisfies Record<FaqId, { question: string; answer: readonly string[] }>,
  links: {
    dashboard: 'Open the dashboard',
    settings: 'Open the settings',
    status: 'Open the workspace status',
    backups: 'Open the backups',
    members: 'Open the members',
    billing: 'Open billing',
    plans: 'Compare plans',
    account: 'Open your account',
    security: 'Open the security page',
  },
  ticket: {
    title: 'Ask support',
    lead: 'We answer by mail to <strong>{{email}}</strong>. Your account, plan and workspace are sent along, so you need not describe them.',
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
    body: 'Its reference is <strong>{{reference}}</strong>. A copy goes to <email>{{email}}</email>; we answer to the same address.',
    attachmentLost:
      'Your file “{{name}}” could not be stored and was not sent. Please send it as an answer to our mail.',
  },
  tickets: {
    title: 'Your requests',
    sentOn: 'Sent <time/>, reference {{reference}}',
    attachment: 'Download {{name}} ({{size}})',
    attachmentLost: '“{{name}}” could not be stored.',
  },
  size: { bytes: '{{size}} bytes', kb: '{{size}} kB', mb: '{{size}} MB' },
} as const;
