import { expect, test } from 'vitest';
import { AccessUnconfirmed } from '#app/domain/errors/access-unconfirmed.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import { withErrorCode } from '#app/domain/errors/with-error-code.ts';
import { callObject } from '#app/use-cases/workspace/call-object.ts';

test('gives any failure the code, with its cause', async () => {
  const cause = new Error('The bucket is down.');
  const failed = withErrorCode('backups_unavailable', () => Promise.reject(cause));
  await expect(failed).rejects.toMatchObject({ code: 'backups_unavailable', cause });
});

test.each([new AppError('forbidden'), new AccessUnconfirmed()])(
  'lets a refusal through: %s',
  async (refusal) => {
    const fail = () => Promise.reject(refusal);
    await expect(withErrorCode('backups_unavailable', fail)).rejects.toBe(refusal);
    await expect(callObject('backups_unavailable', fail)).rejects.toBe(refusal);
  },
);
