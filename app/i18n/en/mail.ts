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
    action: 'This wasn’t me',
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
    action: 'This wasn’t me',
    why: 'You get this mail because it is about the address that your account has now.',
  },
  emailChanged: {
    subject: 'Your Weft Cloud email was changed',
    body: 'The email of your account is now {{newEmail}}. Sign in with it from now on; this address is not used any more.',
    advice:
      'If it was you, there is nothing to do. If it was not, somebody knows your password: ask for a new one at once.',
    action: 'This wasn’t me',
    why: 'You get this mail because this was the address of your account until now.',
  },
  secondFactorChanged: {
    subject: 'Your Weft Cloud sign-in methods changed',
    change: {
      app_added: 'The authenticator app “{{label}}” was added to your account.',
      app_removed: 'The authenticator app “{{label}}” was removed from your account.',
      passkey_added: 'The passkey “{{label}}” was added to your account.',
      passkey_removed: 'The passkey “{{label}}” was removed from your account.',
      recovery_code_used: 'One of your recovery codes was used. It does not work again.',
      recovery_codes_replaced: 'Your recovery codes were replaced. The earlier ones no longer work.',
      all_removed:
        'All your second factors were removed with the link that we mailed you, and you were signed out everywhere. From now on your password alone signs you in.',
    },
    advice: 'If this was you, you don’t need to do anything. If it wasn’t, choose a new password now.',
    action: 'This wasn’t me',
    why: 'You get this mail whenever the ways to sign in to your account change.',
  },
  secondFactorGuessed: {
    subject: 'Wrong codes entered after your Weft Cloud password',
    body: 'Somebody signed in with your password and then entered several wrong codes as your second factor. They did not get in.',
    advice: 'If this wasn’t you, choose a new password now.',
    action: 'Choose a new password',
    why: 'We send this at most once a day.',
  },
  removalRequested: {
    subject: 'Request to remove your Weft Cloud second factor',
    body: 'Somebody who knows your password asked to remove the second factor from your account.',
    notYou:
      'If this wasn’t you, keep your second factor and choose a new password now. Signing in with your second factor also cancels the request.',
    action: 'Keep my second factor',
    wait: 'If this was you and you lost your second factor, open this link after {{from}}: {{url}}',
    why: 'The waiting time protects your account from somebody who only knows your password.',
  },
  removedFromAccount: {
    subject: 'You do not belong to {{accountName}} on Weft Cloud any more',
    body: 'An owner of “{{accountName}}” has removed you from it. You cannot open its workspace any more.',
    advice: 'Other workspaces that you belong to stay as they are.',
    action: 'Open Weft Cloud',
    why: 'You think that this is a mistake? Then ask an owner of the account to invite you again.',
  },
} as const;
