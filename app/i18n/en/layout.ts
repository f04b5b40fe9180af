/** Words of the layouts: header, footer, skip link and the error page. */
export const layout = {
  brand: 'Weft Cloud',
  homeLink: 'Weft Cloud, home',
  skipToContent: 'Skip to content',
  navigation: {
    label: 'Main',
    dashboard: 'Dashboard',
    manage: 'Manage',
    usage: 'Usage',
    billing: 'Billing',
    help: 'Help',
  },
  banners: 'Announcements',
  signOut: 'Sign out',
  signIn: 'Sign in',
  signedInAs: 'Signed in as {{email}}',
  haveAccount: 'Already have an account?',
  logIn: 'Log in',
  footer: {
    label: 'Legal and status',
    status: 'Status',
    imprint: 'Imprint',
    privacy: 'Privacy',
    terms: 'Terms',
    api: 'API',
    cookies: 'Cookie settings',
  },
  technicalIssues: {
    title: 'We have technical issues',
    body: 'Workspaces can’t be changed, restarted or backed up right now. Running workspaces keep running, and nothing is lost. We’re working on it.',
  },
  pageNotLoaded: 'This page could not be loaded. Please check your connection and try again in a minute.',
  tryAgain: 'Try again',
  sendAgain:
    'Your form may not have been saved. Reload this page in a moment, and your browser sends it again.',
  backHome: 'Back to the home page',
  errorReference: 'Reference:',
} as const;
