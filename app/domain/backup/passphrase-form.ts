import { z } from 'zod';
import { isCommonPassword } from '../account/common-passwords.ts';
import { acrossFields, fieldError } from '../errors/field-errors.ts';
import {
  PASSPHRASE_MAX_LENGTH,
  PASSPHRASE_MIN_LENGTH,
  passphraseLength,
  passphraseStrength,
} from './passphrase.ts';
import { MAX_CHOICES } from './restore.ts';

// Not in `passphrase.ts`, so that the browser does not load zod.

/** Never trimmed: spaces belong to a passphrase. */
const passphraseSchema = z
  .string({ error: fieldError('passphrase_required') })
  .refine((text) => passphraseLength(text) >= PASSPHRASE_MIN_LENGTH, fieldError('passphrase_too_short'))
  .refine((text) => passphraseLength(text) <= PASSPHRASE_MAX_LENGTH, fieldError('passphrase_too_long'));

/** The form of /manage/export/credentials. */
export const credentialBackupSchema = z
  .object({
    passphrase: passphraseSchema.refine(
      (text) => passphraseStrength(text) !== 'weak' && !isCommonPassword(text),
      fieldError('passphrase_weak'),
    ),
    repeated: z.string({ error: fieldError('passphrase_required') }),
  })
  .refine(
    ({ passphrase, repeated }) => passphrase.normalize('NFC') === repeated.normalize('NFC'),
    acrossFields(['repeated', 'passphrase'], fieldError('passphrases_differ')),
  );

/** The form of a restore: of chosen workflows, or of all that differ. Without a passphrase, it restores only workflows. */
export const restoreSchema = z.object({
  workflowId: z.array(z.string()).max(MAX_CHOICES),
  /** 'no' is posted too, which distinguishes a form without any chosen workflow from one that was not read. */
  isWhole: z.enum(['yes', 'no']).optional(),
  passphrase: passphraseSchema.optional(),
});
