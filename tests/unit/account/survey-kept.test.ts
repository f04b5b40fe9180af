import { expect, test } from 'vitest';
import { roles } from '#app/domain/access/roles.ts';
import { surveySchema } from '#app/domain/account/survey.ts';
import { openStores } from '#db/stores.ts';
import { newAccount, newMember, write } from '../../support/account-rows.ts';
import { openMemoryDatabase } from '../../support/memory-database.ts';
import { testClient as client, viewerOf } from '../../support/own-database.ts';

test.for(['ON', 'OFF'])(
  'the account’s answers outlive the owner who gave them, with foreign keys %s',
  async (foreignKeys) => {
    const { db, raw } = await openMemoryDatabase();
    await raw.execute(`PRAGMA foreign_keys = ${foreignKeys}`);
    const stores = openStores(db);
    const { account, statements } = newAccount(db, { step: null, subscription: null });
    const { person, statements: second } = newMember(db, account.accountId, 'owner');
    await write(db, [...statements, ...second]);
    const now = Date.now();
    const answer = surveySchema.parse({
      workArea: 'product',
      otherWorkArea: '',
      codingSkills: 1,
      companyIndustry: 'saas',
      otherCompanyIndustry: '',
      companySize: '<20',
      timezone: 'Asia/Tokyo',
    });
    await stores.onboarding.saveSurvey({
      now,
      client,
      viewer: await viewerOf(db, account.owner.token),
      answer,
    });
    const before = await stores.surveys.answerOf(account.accountId);
    expect(before).toMatchObject({ workArea: 'product' });

    const viewer = await viewerOf(db, person.token);
    const { userId } = account.owner;
    const removed = await stores.members.remove({ now, viewer, client, userId, roles });
    expect(removed).toBe('done');
    expect(await stores.surveys.answerOf(account.accountId)).toEqual(before);
    const { rows } = await raw.execute('SELECT user_id FROM survey_answers');
    expect(rows.map((row) => row.user_id)).toEqual([null]);
    raw.close();
  },
);
