/** The words of the mails. */
export const mail = {
  greeting: 'Hello {{name}},',
  neutralGreeting: 'Hello,',
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
    body: '{{inviter}} invites you to the workspace “{{accountName}}” on Weft Cloud. Your role: {{role}}.',
    expiry_one: 'The invitation can be accepted for {{count}} day.',
    expiry_other: 'The invitation can be accepted for {{count}} days.',
    action: 'Accept the invitation',
    notYou: 'You do not know the sender? Then ignore this mail; nothing happens without your click.',
  },
  magicLink: {
    subject: 'Your link to sign in to Weft Cloud',
    body: 'Here is the link that you asked for. It signs you in without a password.',
    expiry_one: 'It works for {{count}} minute and can be used once.',
    expiry_other: 'It works for {{count}} minutes and can be used once.',
    action: 'Sign in',
    notYou:
      'You did not ask for it? Then ignore this mail, and do not pass the link on: it opens your account.',
  },
  resetPassword: {
    subject: 'Choose a new password for Weft Cloud',
    body: 'Somebody, perhaps you, asked for a new password for your account. Choose it here.',
    expiry_one: 'The link works for {{count}} minute and can be used once.',
    expiry_other: 'The link works for {{count}} minutes and can be used once.',
    action: 'Choose a new password',
    notYou: 'If it was not you, ignore this mail: your present password stays as it is.',
  },
  passwordChanged: {
    subject: 'Your Weft Cloud password was changed',
    body: 'The password of your account was just changed, and whoever was signed in elsewhere was signed out.',
    advice: 'If it was you, there is nothing to do. If it was not, ask for a new password at once.',
    action: 'This was not me',
    why: 'You get this mail whenever your password changes.',
  },
  confirmNewEmail: {
    subject: 'Confirm your new email for Weft Cloud',
    body: 'You asked to use this address for your Weft Cloud account from now on. Confirm that it is yours.',
    expiry_one: 'The link works for {{count}} hour and can be used once. Until then nothing changes.',
    expiry_other: 'The link works for {{count}} hours and can be used once. Until then nothing changes.',
    action: 'Confirm this address',
    notYou: 'You did not ask for it? Then ignore this mail: without the click this address is not used.',
  },
  emailAlreadyUsed: {
    subject: 'This address already has a Weft Cloud account',
    body: 'Somebody, perhaps you, wanted to use this address for another Weft Cloud account. It already belongs to an account, so nothing was changed.',
    advice: 'If it was you, sign in with this address, or choose another one for the other account.',
    action: 'Sign in',
    notYou: 'If it was not you, there is nothing to do: whoever it was cannot confirm your address.',
  },
  emailChangeRequested: {
    subject: 'Your Weft Cloud email is about to change',
    body: 'Somebody, perhaps you, asked to change the email of your account to {{newEmail}}. It changes as soon as that address is confirmed.',
    advice:
      'If it was you, there is nothing to do here. If it was not, somebody knows your password: choose a new one at once.',
    action: 'This was not me',
    why: 'You get this mail because it is about the address that your account has now.',
  },
  emailChanged: {
    subject: 'Your Weft Cloud email was changed',
    body: 'The email of your account is now {{newEmail}}. Sign in with it from now on; this address is not used any more.',
    advice:
      'If it was you, there is nothing to do. If it was not, somebody knows your password: ask for a new one at once.',
    action: 'This was not me',
    why: 'You get this mail because this was the address of your account until now.',
  },
  removedFromAccount: {
    subject: 'You do not belong to {{accountName}} on Weft Cloud any more',
    body: 'An owner of “{{accountName}}” has removed you from it. You cannot open its workspace any more.',
    advice: 'Other workspaces that you belong to stay as they are.',
    action: 'Open Weft Cloud',
    why: 'You think that this is a mistake? Then ask an owner of the account to invite you again.',
  },
} as const;
