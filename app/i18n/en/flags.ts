/** Texts about analytics and the experiment. */
export const flags = {
  consent: {
    pageTitle: 'Cookie settings – Weft Cloud',
    title: 'Cookie settings',
    lead: 'Cookies needed for signing in are always on. We ask before we count which pages are used.',
    question: 'May we count which pages are used?',
    body: 'It shows us what to improve. We count the type of page, never your name, your email or what you type.',
    short: 'Only the type of page, never your name or what you type.',
    allow: 'Allow',
    decline: 'Decline',
    state: {
      granted: 'You allowed this.',
      denied: 'You declined this. Nothing is counted.',
      unasked: 'You haven’t chosen yet. Nothing is counted until you do.',
      refused: 'Your browser asks sites not to track you, so nothing is counted.',
    },
  },
  aiWorkflow: {
    title: 'Start with an AI workflow',
    body: 'Open your workspace with a ready-made agent: add your key, ask it something and build on from there.',
    open: 'Open the AI workflow',
  },
} as const;
