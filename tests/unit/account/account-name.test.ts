import { expect, test } from 'vitest';
import { accountNameSchema } from '#app/domain/account/account-name.ts';

test.each([
  ['Ada', ['characters']],
  ['looM', ['characters']],
  ['ada_1-', ['characters', 'end']],
  ['1ada', ['start']],
  ['ada-1', []],
])('the account name %j gets only the sentences that are true of it', (name, problems) => {
  const messages = accountNameSchema.safeParse(name).error?.issues.map(({ message }) => message) ?? [];
  expect(messages).toEqual(problems.map((problem) => `fieldErrors.account_name_${problem}`));
});
