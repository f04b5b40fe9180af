/** The words of the mails. */
export const mail = {
  greeting: 'Hello {{name}},',
  linkHint: 'If the button does not work, open this address:',
  confirmEmail: {
    subject: 'Confirm your email to start your Weft Cloud trial',
    body: 'Welcome to Weft Cloud. Confirm your email and your workspace “{{accountName}}” starts, with 14 days to try everything.',
    expiry_one: 'The link works for {{count}} hour and can be used once.',
    expiry_other: 'The link works for {{count}} hours and can be used once.',
    action: 'Confirm email',
    notYou:
      'You did not register? Then ignore this mail: without the click nothing is kept, and the address is forgotten within a day.',
  },
  alreadyRegistered: {
    subject: 'You already have a Weft Cloud account',
    body: 'Somebody, perhaps you, just registered at Weft Cloud with this address. It already belongs to your account, so nothing was changed and no second account was made.',
    advice: 'If it was you, sign in to your account as before.',
    action: 'Sign in',
    notYou: 'If it was not you, there is nothing to do: whoever it was cannot confirm your address.',
  },
  invitation: {
    subject: '{{inviter}} invites you to {{accountName}} on Weft Cloud',
    greeting: 'Hello,',
    body: '{{inviter}} invites you to the workspace “{{accountName}}” on Weft Cloud. Your role: {{role}}.',
    expiry_one: 'The invitation can be accepted for {{count}} day.',
    expiry_other: 'The invitation can be accepted for {{count}} days.',
    action: 'Accept the invitation',
    notYou: 'You do not know the sender? Then ignore this mail; nothing happens without your click.',
  },
} as const;
