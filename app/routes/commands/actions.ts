import { holds } from '#app/domain/access/grants.ts';
import type { Permission } from '#app/domain/access/roles.ts';
import type { Viewer } from '#app/domain/access/viewer.ts';
import type { Command, CommandRun } from '#app/domain/commands/command.ts';
import { paths } from '#app/domain/paths.ts';
import type { commands } from '#app/i18n/en/commands.ts';
import { t } from '#app/i18n/t.ts';

/** The palette's own actions, in the order of an empty search; the forms are those of the screens. */
const actions: ReadonlyArray<{
  id: keyof typeof commands.actions;
  permission: Permission;
  run(workspaceUrl: string): CommandRun;
}> = [
  {
    id: 'openWorkspace',
    permission: 'workspace:open',
    run: () => ({ kind: 'post', action: paths.dashboard, fields: {}, newTab: true }),
  },
  {
    id: 'copyAddress',
    permission: 'workspace:view',
    run: (text) => ({ kind: 'copy', text, done: t('commands.addressCopied') }),
  },
  {
    id: 'restart',
    permission: 'workspace:configure',
    run: () => ({
      kind: 'post',
      action: paths.manage,
      fields: { intent: 'restart' },
      confirm: t('commands.confirmRestart'),
    }),
  },
  {
    id: 'backUp',
    permission: 'backup:export',
    run: () => ({ kind: 'post', action: paths.backups, fields: { intent: 'back-up' } }),
  },
  { id: 'changePlan', permission: 'billing:manage', run: () => ({ kind: 'open', to: paths.changePlan }) },
  { id: 'changePassword', permission: 'profile:manage', run: () => dialog('password') },
  { id: 'changeName', permission: 'profile:manage', run: () => dialog('name') },
  {
    id: 'contactSupport',
    permission: 'support:ask',
    run: () => ({ kind: 'open', to: `${paths.help}#ticket` }),
  },
  {
    id: 'signOut',
    permission: 'profile:manage',
    run: () => ({ kind: 'post', action: paths.signOut, fields: {} }),
  },
];

const dialog = (kind: string): CommandRun => ({ kind: 'open', to: `${paths.account}?dialog=${kind}` });

/** @returns the actions that the viewer's permissions allow. */
export function actionsFor(viewer: Viewer, workspaceUrl: string): Command[] {
  return actions
    .filter(({ permission }) => holds(viewer, permission))
    .map(({ id, run }) => ({
      id: `action-${id}`,
      group: 'actions',
      label: t(`commands.actions.${id}`),
      run: run(workspaceUrl),
    }));
}
