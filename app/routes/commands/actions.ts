import { holds } from '#app/domain/access/grants.ts';
import type { Permission } from '#app/domain/access/roles.ts';
import type { Viewer } from '#app/domain/access/viewer.ts';
import type { Command, CommandRun } from '#app/domain/commands/command.ts';
import { paths } from '#app/domain/paths.ts';
import type { commands } from '#app/i18n/en/commands.ts';
import { t } from '#app/i18n/t.ts';

type Action = readonly [id: keyof typeof commands.actions, permission: Permission, run: CommandRun];

const openPath = (to: string): CommandRun => ({ kind: 'open', to });
/** Posts the same form as the action's screen. */
const post = (action: string, fields: Record<string, string> = {}) =>
  ({ kind: 'post', action, fields }) as const;

/** @returns the palette's own actions that the viewer's permissions allow, in the order of an empty search. */
export function actionsFor(viewer: Viewer, workspaceUrl: string): Command[] {
  const restart = { ...post(paths.manage, { intent: 'restart' }), confirm: t('commands.confirmRestart') };
  const actions: readonly Action[] = [
    ['openWorkspace', 'workspace:open', { ...post(paths.dashboard), newTab: true }],
    [
      'copyAddress',
      'workspace:view',
      { kind: 'copy', text: workspaceUrl, done: t('commands.addressCopied') },
    ],
    ['restart', 'workspace:configure', restart],
    ['backUp', 'backup:export', post(paths.backups, { intent: 'back-up' })],
    ['changePlan', 'billing:manage', openPath(paths.changePlan)],
    ['changePassword', 'profile:manage', openPath(`${paths.account}?dialog=password`)],
    ['changeName', 'profile:manage', openPath(`${paths.account}?dialog=name`)],
    ['contactSupport', 'support:ask', openPath(`${paths.help}#ticket`)],
    ['signOut', 'profile:manage', post(paths.signOut)],
  ];
  return actions
    .filter(([, permission]) => holds(viewer, permission))
    .map(([id, , run]) => ({
      id: `action-${id}`,
      group: 'actions',
      label: t(`commands.actions.${id}`),
      run,
    }));
}
