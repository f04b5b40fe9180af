import { subscriptionStates, workspaceStates } from '../../app/domain/billing/account-state.ts';
import { type ScreenState, screenStateOf, stateScreens } from '../../app/domain/billing/screen-state.ts';
import { en } from '../../app/i18n/en/index.ts';

const { badge: badges, state: sentences, action: actions } = en.billing;

function cellOf(shown: ScreenState): string {
  if (shown.redirectTo !== null) return `redirects to ${shown.redirectTo}`;
  const parts = [
    shown.badge && `badge ${badges[shown.badge]}`,
    shown.sentence && `“${sentences[shown.sentence].title}”`,
    shown.action && `[${actions[shown.action]}]`,
  ].filter(Boolean);
  return parts.join('<br>') || 'nothing';
}

/** @returns a table whose columns are as wide as their widest cell, as the formatter requires. */
function tableOf([head = [], ...rows]: readonly string[][]): string {
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)));
  const lineOf = (row: readonly string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [lineOf(head), lineOf(widths.map((width) => '-'.repeat(width))), ...rows.map(lineOf)].join('\n');
}

/** @returns the whole page about the states of subscription and workspace. */
export function accountStatesPage(): string {
  const rows = subscriptionStates.flatMap((subscription) =>
    workspaceStates.map((workspace) => {
      const cells = stateScreens.map((screen) => cellOf(screenStateOf(screen, subscription, workspace)));
      return [subscription, workspace, ...cells];
    }),
  );
  return `# What the screens say of subscription and workspace

Printed by \`npm run docs\` from \`app/domain/billing/account-state.ts\` and \`screen-state.ts\`; a test fails when this page is out
of date. A quoted title names a sentence. Brackets name the only button, which those who can pay see; others see who pays, and no button.
On the dashboard and the backups, the layout's banner has the words and the button of a failed payment (spec §2).

${tableOf([['subscription', 'workspace', ...stateScreens], ...rows])}
`;
}
