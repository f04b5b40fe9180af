/** Registration, confirmation and signing in. */
export const account = {
  login: {
    pageTitle: 'Sign in – Weft Cloud',
    title: 'Welcome back',
    lead: 'Sign in to your Weft Cloud account.',
    login: 'Username or email',
    password: 'Password',
    submit: 'Sign in',
    noAccount: 'New to Weft Cloud?',
    register: 'Start a free trial',
  },
  register: {
    pageTitle: 'Start your free trial – Weft Cloud',
    title: 'Start your free trial of 14 days',
    lead: 'A workspace of your own in about a minute. No card required.',
    fullName: 'Full name',
    email: 'Company email',
    confirmEmail: 'Confirm email',
    password: 'Password',
    passwordHint: '8 to 64 characters.',
    accountName: 'Account name',
    accountNameHint: 'This becomes your workspace’s address and your username. It can’t be changed later.',
    newsletter: 'Send me product news and workflow ideas, about once a month.',
    terms:
      'By creating an account you agree to our <termsLink>terms<newTab/></termsLink> and <privacyLink>privacy policy<newTab/></privacyLink>.',
    submit: 'Create account',
    selfHostTitle: 'Prefer to run it yourself?',
    selfHost:
      'n8n can also be self-hosted, free of charge. <guideLink>Read the self-hosting guide<newTab/></guideLink>',
    benefits: {
      title: 'What you get',
      workspace: 'A workspace of your own, running in its own container',
      executions: '1,000 workflow executions and 5 active workflows',
      team: 'Unlimited teammates',
      end: 'No card needed, and nothing is charged when the trial ends',
    },
  },
  humanCheck: {
    label: 'I am a human',
    solving: 'Checking…',
    solved: 'Checked',
    failed: 'The check could not be completed. Please try again.',
    needsScript: 'The human check needs JavaScript. Please enable it to create an account.',
    loadTimeout:
      'The human check could not be loaded. Please check your connection, then try again or reload the page.',
  },
  confirm: {
    pageTitle: 'Confirm your email – Weft Cloud',
    checkMail: {
      lead: 'We sent a confirmation link to <strong>{{email}}</strong>. Open it to start your workspace and your trial.',
      unsentLead:
        'Your account is ready, but the email to <strong>{{email}}</strong> hasn’t been sent yet. We’ll keep trying.',
      spam: 'Nothing there? Check your spam folder, or resend the email. We send at most three emails an hour to one address.',
      resend: 'Resend email',
      wait_one: 'You can request another email in {{count}} second.',
      wait_other: 'You can request another email in {{count}} seconds.',
      reload: 'Update the remaining time',
      wrongAddress: 'Wrong address?',
      startOver: 'Register again',
    },
    link: {
      title: 'One click to go',
      lead: 'Confirm your email to start your workspace and your 14-day trial.',
      submit: 'Confirm email',
    },
    elsewhere: {
      title: 'Choose your password',
      lead: 'Confirm <strong>{{email}}</strong> for the account <strong>{{accountName}}</strong> to start your workspace and your 14-day trial.',
      signsOut:
        'This account was created in another browser. Choose a password here so that no one else can use it. This signs out every other browser.',
      passwordHint: '8 to 64 characters. If you registered, you can use the same password again.',
    },
    failed: {
      title: 'That didn’t work',
      signIn: 'Go to sign in',
      again: 'Request a new link',
    },
  },
  roles: {
    owner: 'Owner',
    billing: 'Billing',
    operator: 'Operator',
    member: 'Member',
  },
} as const;
