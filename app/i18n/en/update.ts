import type { problemKinds } from '#app/domain/instance/rehearsal/report.ts';
import type { FailureReason } from '#app/domain/instance/rehearsal/state.ts';

/** The screen /manage/update: a version is checked on a copy before the workspace changes to it. */
export const update = {
  pageTitle: 'Version check – Weft Cloud',
  title: 'n8n {{target}}',
  none: {
    title: 'No version check yet',
    body: 'When you choose another n8n version in the settings, we try it on a copy of your workspace first. The result appears here.',
  },
  notThere: 'The report can’t be loaded right now. Nothing is lost.',
  back: 'Back to settings',
  step: {
    preparing: 'Copying your workflows',
    starting: 'Starting a copy on the new version',
    checking: 'Checking your workflows',
    removing: 'Removing the copy',
    changing: 'Changing the version',
    reported: 'Checked',
  },
  runningLead:
    'Your workspace keeps running {{from}} in the meantime. The copy runs none of your workflows and is deleted afterwards. Your workspace changes to {{target}} only if no active workflow breaks.',
  headline: {
    changing: '{{target}} passed',
    done: '{{target}} passed and is now in use',
    dropped: '{{target}} passed but isn’t used',
    wentBack: '{{target}} passed, but your workspace went back to {{from}}',
    blocked: '{{target}} would break your workflows',
    failed: '{{target}} couldn’t be checked',
  },
  lead: {
    updated: 'No active workflow broke. Your workspace restarted once to change from {{from}}.',
    passed: 'No active workflow breaks. Your workspace restarts once to change from {{from}}.',
    left: 'Your workspace runs {{current}} now.',
    offline: 'The problems below may be old: your workspace was offline.',
    blocked:
      'Nothing was changed: your workspace still runs {{from}}. Change or deactivate the workflows below, then choose the version again.',
  },
  announced: {
    passed:
      'No active workflow breaks. We’ll check {{target}} again on the announced date, and then update your workspace from {{from}}.',
    blocked:
      'Your workspace still runs {{from}}. We’ll check {{target}} again on the announced date: change or deactivate the workflows below before then.',
  },
  result: {
    withdrawn:
      'We stopped offering {{target}} while it was being checked. Nothing was changed: your workspace still runs {{from}}.',
    not_saved:
      'Your data couldn’t be saved before the update. Nothing was changed: your workspace still runs {{from}}.',
    not_ready:
      '{{target}} didn’t start in time. Your workspace runs {{from}} again, with its data from before the update. Webhooks that arrived in the meantime were held and are being delivered.',
    fewer_active:
      'Fewer workflows were active on {{target}} than before. Your workspace runs {{from}} again, with its data from before the update. Webhooks that arrived in the meantime were held and are being delivered.',
  },
  goBack: {
    title: 'Go back to {{version}}',
    lead: 'Until <time/>, your workspace can go back to n8n {{version}} and its data from before the update. Changes made since the update are lost.',
    begin: 'Go back',
    confirm: 'Go back now? Your workspace will be offline for a moment.',
    submit: 'Yes, go back now',
  },
  failure: {
    no_backup: 'Your workflows couldn’t be copied. Nothing was changed: your workspace still runs {{from}}.',
    not_ready: 'The copy didn’t start. Nothing was changed: your workspace still runs {{from}}.',
    cluster_unreachable:
      'The copy couldn’t be started because of technical difficulties. Nothing was changed. Please try again later.',
    check_failed: 'The check didn’t finish. Nothing was changed: your workspace still runs {{from}}.',
    workspace_stopped: 'Your workspace was stopped in the meantime. Nothing was changed.',
    version_changed: 'Another version was chosen in the meantime, so this check ended.',
  } satisfies Record<FailureReason, string>,
  breaksTitle: 'What would break',
  breaksNothing: 'Nothing.',
  changesTitle: 'What changes',
  changesNothing: 'No other workflow changes.',
  changesAnnounced_one:
    '{{count}} workflow differs only in ways that the release notes of {{target}} announce ({{fields}}).',
  changesAnnounced_other:
    '{{count}} workflows differ only in ways that the release notes of {{target}} announce ({{fields}}).',
  fineTitle: 'What keeps working',
  fineNone: 'Your workspace had no workflows.',
  fine: '{{count}} of {{total}} workflows.',
  place: '{{workflow}}, node “{{node}}”',
  active: '(active)',
  inactive: '(not active)',
  problem: {
    node_type_unknown: '{{target}} doesn’t have the node type {{detail}}.',
    node_version_unknown: '{{target}} doesn’t have this version of the node: {{detail}}.',
    credential_type_unknown: '{{target}} doesn’t have the credential type {{detail}}.',
    not_activatable: '{{target}} wouldn’t activate this workflow. {{detail}}',
    not_loadable: '{{target}} can’t read this workflow. {{detail}}',
    missing: '{{target}} didn’t take this workflow.',
  } satisfies Record<(typeof problemKinds)[number], string>,
  changed: '{{workflow}}: {{fields}}',
  changedWhole: '{{workflow}}: its content',
  cut: 'There are more than this page lists.',
} as const;
