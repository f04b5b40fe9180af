import type { NavigateFunction, SubmitFunction } from '@remix-run/react';
import { PAGE_ACCOUNT } from '#app/domain/access/page-account.ts';
import type { Command } from '#app/domain/commands/command.ts';
import { t } from '#app/i18n/t.ts';

export interface Means {
  navigate: NavigateFunction;
  submit: SubmitFunction;
  /** The account that the page shows. */
  accountId: string;
  /** Announces the result, if the palette stays open. */
  say(sentence: string): void;
  onClose(): void;
}

/** Runs a command, and closes the palette unless there is a message to read. */
export async function runCommand(
  { run }: Command,
  { navigate, submit, accountId, say, onClose }: Means,
): Promise<void> {
  if (run.kind === 'copy') {
    return navigator.clipboard.writeText(run.text).then(
      () => say(run.done),
      // Refused by the browser's settings.
      () => say(t('ui.copy.notCopied')),
    );
  }
  onClose();
  const account = { [PAGE_ACCOUNT]: accountId };
  if (run.kind === 'open') {
    if (run.isFile) location.assign(run.to);
    else navigate(run.to);
  } else if (run.newTab) postToNewTab(run.action, account);
  else submit({ ...run.fields, ...account }, { method: 'post', action: run.action });
}

/** Posts to an address that redirects to another host. */
function postToNewTab(action: string, fields: Record<string, string>): void {
  const form = Object.assign(document.createElement('form'), { method: 'post', action, target: '_blank' });
  for (const [name, value] of Object.entries(fields))
    form.appendChild(Object.assign(document.createElement('input'), { type: 'hidden', name, value }));
  document.body.appendChild(form);
  form.submit();
  form.remove();
}
