import { expect, test } from 'vitest';
import type { RehearsalReport } from '#app/domain/instance/rehearsal/report.ts';
import type { RehearsalState } from '#app/domain/instance/rehearsal/state.ts';
import { GoBackCard } from '#app/routes/manage-update/go-back-card.tsx';
import { RehearsalCard } from '#app/routes/manage-update/rehearsal-card.tsx';
import { renderPage, textOf } from './render.tsx';

const FROM = '2.40.7';
const TARGET = '2.41.3';
const fine: RehearsalReport = {
  workflows: 2,
  activeWorkflows: 2,
  problems: [],
  changes: [],
  announced: null,
  isCut: false,
};
const broken: RehearsalReport = {
  ...fine,
  problems: [
    {
      workflowId: 'old',
      workflow: 'Old invoices',
      isActive: true,
      node: 'Step',
      kind: 'node_type_unknown',
      detail: 'n8n-nodes-base.gone',
    },
  ],
};

type Reported = Extract<RehearsalState['phase'], { kind: 'reported' }>;

/** @returns the text of the card that reports a rehearsal. */
async function shown(
  result: Reported['result'],
  changes: {
    report?: RehearsalReport;
    verdict?: 'passed' | 'blocked';
    current?: string;
    updateAt?: number;
    announced?: string;
  } = {},
) {
  const { report = fine, current = FROM, updateAt = null, announced = null } = changes;
  const { verdict = report.problems.length > 0 ? 'blocked' : 'passed' } = changes;
  const outcome = { verdict, report };
  const phase = { kind: 'reported' as const, at: 0, result, outcome };
  const rehearsal = { serial: 1, from: FROM, target: TARGET, requestedAt: 0, updateAt, phase };
  const card = <RehearsalCard rehearsal={rehearsal} current={current} announced={announced} />;
  return textOf(await renderPage(card));
}

test('a version that would break a workflow is shown with the node', async () => {
  const text = await shown('dropped', { report: broken });
  expect(text).toContain(`${TARGET} would break your workflows`);
  expect(text).toContain('Old invoices, node “Step”');
  expect(text).toContain('1 of 2 workflows.');
});

test.each([
  ['not_ready', `${TARGET} passed, but your workspace went back to ${FROM}`, 'didn’t start in time'],
  [
    'fewer_active',
    `${TARGET} passed, but your workspace went back to ${FROM}`,
    'Fewer workflows were active',
  ],
  ['withdrawn', `${TARGET} passed but isn’t used`, 'We stopped offering'],
  ['not_saved', `${TARGET} passed but isn’t used`, 'couldn’t be saved before the update'],
  ['dropped', `${TARGET} passed but isn’t used`, `Your workspace runs ${FROM} now.`],
] as const)('an update that ended as %s says so', async (result, headline, sentence) => {
  const text = await shown(result);
  expect(text).toContain(headline);
  expect(text).toContain(sentence);
});

test('a version that an Offline workspace got lists problems that it may have had before', async () => {
  const text = await shown('updated', { report: broken, verdict: 'passed', current: TARGET });
  expect(text).toContain(`${TARGET} passed and is now in use`);
  expect(text).toContain('The problems below may be old');
  expect(text).not.toContain('No active workflow');
});

test('a version in use and a replaced one are shown differently', async () => {
  expect(await shown('updated', { current: TARGET })).toContain(`${TARGET} passed and is now in use`);
  const left = await shown('updated', { current: FROM });
  expect(left).toContain(`${TARGET} passed but isn’t used`);
  expect(left).toContain(`Your workspace runs ${FROM} now.`);
});

test('the report of a forced update names its date instead of a result', async () => {
  const announced = TARGET;
  expect(await shown('announced', { updateAt: 1, announced })).toContain('on the announced date');
  const text = await shown('announced', { updateAt: 1, announced, report: broken });
  expect(text).toContain('change or deactivate the workflows below before then');
  expect(text).toContain('Old invoices, node “Step”');
});

test('the report of a forced update that is no longer announced names no date', async () => {
  const off = await shown('announced', { updateAt: 1 });
  expect(off).toContain(`${TARGET} passed but isn’t used`);
  expect(off).toContain(`Your workspace runs ${FROM} now.`);
  expect(off).not.toContain('announced date');
  expect(await shown('announced', { updateAt: 1, current: TARGET })).toContain('and is now in use');
  const blocked = await shown('announced', { updateAt: 1, report: broken });
  expect(blocked).not.toContain('announced date');
});

test('the revert button lists what is lost and the deadline, and asks for confirmation', async () => {
  const until = Date.UTC(2026, 10, 24, 12);
  const html = await renderPage(<GoBackCard goBack={{ version: FROM, until }} />);
  const text = textOf(html);
  expect(text).toContain(`Go back to ${FROM}`);
  expect(text).toContain('24 Nov 2026, 12:00');
  expect(text).toContain('Changes made since the update are lost');
  expect(html).toContain('<details');
  expect(html).toContain('value="go-back"');
});

test('changes that the release notes announce are counted, not listed', async () => {
  const text = await shown('dropped', {
    report: { ...fine, announced: { fields: ['meta', 'settings'], workflows: 2 } },
  });
  expect(text).toContain(
    `2 workflows differ only in ways that the release notes of ${TARGET} announce (meta, settings).`,
  );
  expect(text).toContain('2 of 2 workflows.');
});
