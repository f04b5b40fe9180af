/** What just happened, told once on the next page. */
export const notices = {
  'signed-out': 'Logout succeeded',
  'session-expired': 'Session expired',
  'email-confirmed': 'Your email is confirmed. Your workspace is starting.',
  'email-confirmed-sign-in': 'Your email is confirmed. Please sign in to go on.',
  'confirmation-resent': 'Sent. Please check your mail again.',
  'teammates-invited': 'Your invitations are on their way.',
  'settings-saved': 'Your settings are saved.',
  'restart-begun': 'Your workspace is restarting.',
} as const;
