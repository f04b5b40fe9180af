import { z } from 'zod';
import { apiTokenSchema } from '#app/domain/access/api-token-form.ts';
import {
  addAppSchema,
  addPasskeySchema,
  confirmByCodeSchema,
  confirmByPasswordSchema,
  passkeyAnswerSchema,
  secondFactorSchema,
} from '#app/domain/access/second-factor-forms.ts';
import {
  changeEmailSchema,
  changeNameSchema,
  changePasswordSchema,
  linkRequestSchema,
  newPersonSchema,
  registrationSchema,
  resetPasswordSchema,
  signInSchema,
} from '#app/domain/account/forms.ts';
import { invitationsSchema } from '#app/domain/account/invitation.ts';
import { selectedAppsSchema } from '#app/domain/account/selected-apps.ts';
import { surveySchema } from '#app/domain/account/survey.ts';
import { credentialBackupSchema, restoreSchema } from '#app/domain/backup/passphrase-form.ts';
import { billingDetailsSchema, cancelSchema } from '#app/domain/billing/billing-forms.ts';
import { overageChoiceSchema } from '#app/domain/billing/overage-form.ts';
import { TEMPLATE_PARAMETER } from '#app/domain/flags/kept-template.ts';
import { heldPathSchema, pathChoiceSchema, queueOrderSchema } from '#app/domain/held-webhooks/forms.ts';
import { formKeySchema, ticketSchema } from '#app/domain/help/ticket-form.ts';
import { settingsSchema } from '#app/domain/instance/settings-form.ts';
import { defineForm } from './forms.ts';

/** A hidden field; empty when missing. The use case looks up its value. */
const hidden = z.string().max(2_048).default('');
const hiddenFields = <Name extends string>(...names: Name[]) =>
  defineForm(
    z.object(Object.fromEntries(names.map((name) => [name, hidden])) as Record<Name, typeof hidden>),
  );

/** Every form of the portal, with the fields that no answer repeats. */
export const portalForms = {
  // The human check is solved again for each attempt.
  registration: defineForm(registrationSchema, { secrets: ['password', 'humanCheck'] }),
  confirmElsewhere: defineForm(newPersonSchema, { secrets: ['password'] }),
  invitationAcceptance: defineForm(newPersonSchema, { secrets: ['password'] }),
  signIn: defineForm(signInSchema, { secrets: ['password'] }),
  linkRequest: defineForm(linkRequestSchema),
  resetPassword: defineForm(resetPasswordSchema, { secrets: ['newPassword'] }),

  survey: defineForm(surveySchema),
  selectedApps: defineForm(selectedAppsSchema),
  invitations: defineForm(invitationsSchema),
  launch: hiddenFields(TEMPLATE_PARAMETER),

  changeName: defineForm(changeNameSchema),
  changeEmail: defineForm(changeEmailSchema, { secrets: ['password'] }),
  changePassword: defineForm(changePasswordSchema, { secrets: ['currentPassword', 'newPassword'] }),
  secondFactor: defineForm(secondFactorSchema, { secrets: ['code'] }),
  passkeyAnswer: defineForm(passkeyAnswerSchema, { secrets: ['answer'] }),
  confirmByCode: defineForm(confirmByCodeSchema, { secrets: ['code'] }),
  confirmByPassword: defineForm(confirmByPasswordSchema, { secrets: ['password'] }),
  addApp: defineForm(addAppSchema, { secrets: ['code'] }),
  addPasskey: defineForm(addPasskeySchema, { secrets: ['answer'] }),
  factor: hiddenFields('factorId'),
  browser: hiddenFields('browserId'),
  endSession: hiddenFields('sessionId'),
  switchAccount: hiddenFields('accountId'),
  apiToken: defineForm(apiTokenSchema),
  revokeApiToken: hiddenFields('tokenId'),
  changeRole: hiddenFields('userId', 'role'),
  removeMember: hiddenFields('userId'),
  invitation: hiddenFields('invitationId'),

  settings: defineForm(settingsSchema),
  heldWebhook: hiddenFields('heldId', 'attempts'),
  heldPath: defineForm(z.object({ path: heldPathSchema, until: hidden })),
  pathChoice: defineForm(pathChoiceSchema),
  queueOrder: defineForm(queueOrderSchema),
  credentialBackup: defineForm(credentialBackupSchema, { secrets: ['passphrase', 'repeated'] }),
  restore: defineForm(restoreSchema, { secrets: ['passphrase'] }),
  ticketKey: defineForm(z.object({ formKey: formKeySchema })),
  ticket: defineForm(ticketSchema, { file: 'attachment' }),

  planChoice: hiddenFields('plan', 'period', 'executions', 'activeWorkflows', 'charge', 'shown'),
  atLimit: defineForm(overageChoiceSchema),
  cancellation: defineForm(cancelSchema),
  billingDetails: defineForm(billingDetailsSchema),
  closeBanner: hiddenFields('returnPath', 'usageWarning'),
  theme: hiddenFields('theme', 'returnPath'),
  consent: hiddenFields('choice', 'returnPath'),
};
