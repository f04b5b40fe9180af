import { expect, test } from 'vitest';
import type { z } from 'zod';
import { registrationSchema } from '#app/domain/account/forms.ts';
import { surveySchema } from '#app/domain/account/survey.ts';
import { credentialBackupSchema } from '#app/domain/backup/passphrase-form.ts';

const registration = {
  fullName: 'Ada Lovelace',
  email: 'ada@analytical.example',
  confirmEmail: 'ada@analytical.example',
  password: 'Seven crows on a fence',
  accountName: 'ada-labs',
  humanCheck: 'x',
};
const survey = {
  workArea: 'legal',
  codingSkills: '3',
  companyIndustry: 'government',
  companySize: '<20',
  timezone: 'Etc/UTC',
};
const passphrases = { passphrase: 'correct horse battery staple', repeated: 'correct horse battery staple' };

const errorsOf = (schema: z.ZodType, form: object) =>
  Object.fromEntries(
    (schema.safeParse(form).error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]),
  );

test.for<[string, z.ZodType, object, string[]]>([
  [
    'an e-mail',
    registrationSchema,
    { ...registration, confirmEmail: 'x', accountName: '' },
    ['confirmEmail', 'accountName'],
  ],
  [
    'a password',
    registrationSchema,
    { ...registration, password: 'ada-labs 2026 ada-labs', humanCheck: '' },
    ['password', 'humanCheck'],
  ],
  [
    'a work area',
    surveySchema,
    { ...survey, workArea: 'other', timezone: 'Mars' },
    ['otherWorkArea', 'timezone'],
  ],
  [
    'an industry',
    surveySchema,
    { ...survey, companyIndustry: 'other', codingSkills: '9' },
    ['otherCompanyIndustry', 'codingSkills'],
  ],
  [
    'two of them',
    surveySchema,
    { ...survey, workArea: 'other', companyIndustry: 'other' },
    ['otherWorkArea', 'otherCompanyIndustry'],
  ],
])('reports a rule over fields beside errors of other fields: %s', ([, schema, form, fields]) => {
  expect(Object.keys(errorsOf(schema, form)).sort()).toEqual(fields.sort());
});

test.for<[string, z.ZodType, object, string[]]>([
  ['the e-mail', registrationSchema, { ...registration, email: 'no address' }, ['email']],
  ['the passphrase', credentialBackupSchema, { ...passphrases, passphrase: 'short' }, ['passphrase']],
  ['all of it', registrationSchema, [], ['']],
])('skips a rule over fields while one of them is invalid: %s', ([, schema, form, fields]) => {
  expect(Object.keys(errorsOf(schema, form))).toEqual(fields);
});
