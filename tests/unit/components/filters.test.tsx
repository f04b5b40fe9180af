import { expect, test } from 'vitest';
import { readActivityFilter } from '#app/domain/access/activity-filter.ts';
import { readExecutionFilter } from '#app/domain/usage/executions.ts';
import { ActivityList } from '#app/routes/account-activity/activity-list.tsx';
import { ExecutionsCard } from '#app/routes/manage-usage/executions-card.tsx';
import { renderFramed } from './render.tsx';

/** @returns the text of the chosen option of each list. */
const chosenIn = (html: string) =>
  [...html.matchAll(/<option[^>]* selected=""[^>]*>([^<]*)</g)].map(([, text]) => text);

test.each([
  ['usr_member', 'Grace'],
  ['usr_who_left', 'A former member'],
  ['nobody', 'No member'],
])('the activity says that it shows what %s did', async (who, name) => {
  const filter = readActivityFilter(new URLSearchParams({ who }));
  const members = [{ userId: 'usr_member', name: 'Grace' }];
  const html = await renderFramed(
    <ActivityList events={[]} next={null} filter={filter} members={members} />,
    {},
  );
  expect(chosenIn(html)).toContain(name);
});

test('the executions say which workflow they show, also one that did not run in this month', async () => {
  const now = Date.UTC(2026, 10, 21);
  const filter = readExecutionFilter(new URLSearchParams('workflow=k2Xc8Qv1&day=31'), '2026-11');
  const html = await renderFramed(
    <ExecutionsCard page={null} filter={filter} workflows={[]} now={now} isLive={true} />,
    {},
  );
  expect(chosenIn(html)).toEqual(['Nov 2026', 'All', 'k2Xc8Qv1', 'All']);
});
