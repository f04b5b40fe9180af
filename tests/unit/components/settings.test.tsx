import { parseWithZod } from '@conform-to/zod/v4';
import { expect, test } from 'vitest';
import type { OfferedVersion } from '#app/domain/instance/releases.ts';
import { settingsSchema } from '#app/domain/instance/settings-form.ts';
import { InstanceStatus } from '#app/domain/instance/view.ts';
import { en } from '#app/i18n/en/index.ts';
import { ReadOnlySettings } from '#app/routes/manage/read-only-settings.tsx';
import { RestartCard } from '#app/routes/manage/restart-card.tsx';
import { SettingsForm, type SettingsFormProps } from '#app/routes/manage/settings-form.tsx';
import { matching } from '#app/routes/manage/use-combobox.ts';
import { instanceView } from './instance-view.ts';
import { attributesOf, renderPage, textOf } from './render.tsx';

function version(name: string, other: Partial<OfferedVersion> = {}): OfferedVersion {
  return {
    name,
    createdAt: Date.UTC(2026, 8, 26),
    hasBreakingChange: false,
    hasSecurityFix: false,
    channel: 'stable',
    isCurrent: false,
    needsConfirmation: false,
    ...other,
  };
}

const versions = [
  version('2.1.4', { channel: 'beta', needsConfirmation: true }),
  version('2.0.3', { needsConfirmation: true, hasSecurityFix: true }),
  version('1.116.2'),
  version('1.115.3', { isCurrent: true }),
];

const form = (props: Partial<SettingsFormProps> = {}) =>
  renderPage(
    <SettingsForm
      instance={instanceView()}
      versions={versions}
      isFeedDown={false}
      untestedVersion={null}
      timezones={['Etc/UTC', 'Asia/Tokyo']}
      lastResult={undefined}
      {...props}
    />,
  );

test('the versions are grouped by channel, newest first, with their date', async () => {
  const html = await form();
  const groups = [...html.matchAll(/<optgroup label="(\w+)">(.*?)<\/optgroup>/g)].map(
    ([, label, options]) => [
      label,
      [...(options ?? '').matchAll(/value="([\d.]+)"/g)].map(([, name]) => name),
    ],
  );
  expect(groups).toEqual([
    ['Stable', ['2.0.3', '1.116.2', '1.115.3']],
    ['Beta', ['2.1.4']],
  ]);
  expect(textOf(html)).toContain('2.0.3 · security fix · can’t be undone · 26 Sept 2026');
  expect(attributesOf(html, 'value="1.115.3"')).toBeDefined();
  expect(html).toContain('<option value="1.115.3" selected="">');
});

test('an irreversible version asks for the workspace’s name, with and without script', async () => {
  expect(await form()).not.toContain('name="confirmName"');
  const html = await form({
    lastResult: {
      status: 'error',
      initialValue: { version: '2.0.3', timezone: 'Asia/Tokyo', saveExecutions: { failed: 'on' } },
      error: { confirmName: [en.fieldErrors.breaking_change_unconfirmed] },
    },
  });
  expect(textOf(html)).toContain('An update to 2.0.3 can’t be undone');
  expect(textOf(html)).toContain('Type ada to confirm');
  expect(attributesOf(html, 'name="confirmName"')['aria-invalid']).toBe('true');
  expect(html).toContain('<option value="Asia/Tokyo" selected="">');
  expect(attributesOf(html, 'name="saveExecutions.failed"')).toHaveProperty('checked');
  expect(attributesOf(html, 'name="saveExecutions.manual"')).not.toHaveProperty('checked');
});

test('a failure before the form was read leaves the saved settings, of which none counts as changed', async () => {
  const html = await form({
    lastResult: { status: 'error', initialValue: {}, error: { '': [en.errors.settings_not_saved] } },
  });
  expect(textOf(html)).toContain(en.errors.settings_not_saved);
  expect(html).toContain('<option value="1.115.3" selected="">');
  expect(attributesOf(html, 'name="shownVersion"').value).toBe('1.115.3');
  expect(attributesOf(html, 'name="shownSettings"').value).toMatch(/^Etc\/UTC/);
});

test('a newer release that is not offered yet appears beside the versions and cannot be selected', async () => {
  const text = textOf(await form({ untestedVersion: '2.2.0' }));
  expect(text).toContain('n8n 2.2.0 is out. You can choose it once we’ve tested it.');
  expect(await form({ untestedVersion: '2.2.0' })).not.toContain('value="2.2.0"');
  expect(textOf(await form())).not.toContain('is out');
});

test('with the feed down the form keeps its fields and the current version', async () => {
  const html = await form({ versions: [], isFeedDown: true });
  expect(textOf(html)).toContain(en.errors.versions_unavailable);
  expect(html).toContain('<option value="1.115.3" selected="">');
  expect(html).toContain('name="timezone"');
});

test('without a script the timezones are the browser’s own list, with the current one', async () => {
  const html = await form({ instance: instanceView({ timezone: 'Mars/Olympus' }) });
  expect(html).not.toContain('role="combobox"');
  expect(html).toContain('<option value="Mars/Olympus" selected="">');
});

const zones = ['America/New York', 'Asia/Tokyo', 'Europe/Berlin'].map((label) => ({ value: label, label }));

test.each([
  ['', 3],
  ['tok', 1],
  ['new york', 1],
  ['AMERICA/new', 1],
  ['america_new', 1],
  ['ber eur', 1],
  ['mars', 0],
])('"%s" finds %d timezones', (typed, count) => {
  expect(matching(zones, typed)).toHaveLength(count);
});

const typed = (fields: Record<string, string>) =>
  parseWithZod(new URLSearchParams(fields) as unknown as FormData, { schema: settingsSchema });

test('an untouched version counts as no change, and an empty switch as off', () => {
  const submission = typed({ version: '2.0.3', shownVersion: '2.0.3', timezone: 'Etc/UTC' });
  expect(submission.status === 'success' && submission.value).toEqual({
    version: undefined,
    timezone: 'Etc/UTC',
    saveExecutions: { manual: false, failed: false, successful: false },
  });
});

test('a touched version is a change, with the typed name', () => {
  const submission = typed({
    version: '2.0.3',
    shownVersion: '1.115.3',
    timezone: 'Etc/UTC',
    confirmName: ' ada ',
    'saveExecutions.failed': 'on',
  });
  expect(submission.status === 'success' && submission.value).toEqual({
    version: '2.0.3',
    timezone: 'Etc/UTC',
    confirmName: 'ada',
    saveExecutions: { manual: false, failed: true, successful: false },
  });
});

test('only what differs from the shown settings is a change', async () => {
  const { timezone, saveExecutions } = instanceView();
  expect({ timezone, saveExecutions }).toEqual({
    timezone: 'Etc/UTC',
    saveExecutions: { manual: true, failed: true, successful: true },
  });
  const shownSettings = attributesOf(await form(), 'name="shownSettings"').value ?? '';
  const untouched = {
    timezone,
    shownSettings,
    'saveExecutions.manual': 'on',
    'saveExecutions.failed': 'on',
    'saveExecutions.successful': 'on',
  };
  const { 'saveExecutions.failed': _off, ...switched } = untouched;
  const changesOf = (fields: Record<string, string>) => {
    const submission = typed(fields);
    return submission.status === 'success' && submission.value;
  };
  expect(changesOf(untouched)).toEqual({});
  expect(changesOf({ ...untouched, timezone: 'Asia/Tokyo' })).toEqual({ timezone: 'Asia/Tokyo' });
  // An object of an earlier version sets `saveExecutions` as a whole.
  expect(changesOf(switched)).toEqual({
    saveExecutions: { manual: true, failed: false, successful: true },
    switched: { failed: false },
  });
});

test('a restart needs a confirmation, and is not offered while Pending', async () => {
  const html = await renderPage(<RestartCard instance={instanceView()} failure={en.errors.restart_failed} />);
  expect(html).toMatch(/<details[^>]*>.*<form[^>]*method="post".*value="restart".*<\/details>/);
  expect(textOf(html)).toContain(en.errors.restart_failed);
  const pending = instanceView({ status: InstanceStatus.Pending, cause: 'restart' });
  const waiting = await renderPage(<RestartCard instance={pending} failure={null} />);
  expect(waiting).not.toContain('<form');
  expect(textOf(waiting)).toContain(en.manage.restart.pending);
});

test.each(['trial_ended', 'paused', 'cancelled', 'deleting', 'deleted'] as const)(
  'settings that cannot be changed show why: %s',
  async (notice) => {
    const instance = instanceView({ status: InstanceStatus.Stopped, notice });
    const html = await renderPage(<ReadOnlySettings instance={instance} />);
    expect(textOf(html)).toContain(en.instance.notice[notice]);
    expect(html).not.toMatch(/<(input|select|button)/);
  },
);
