import { useState } from 'react';
import { t } from '#app/i18n/t.ts';
import { Icon } from './icons.tsx';
import { useHydrated } from './use-hydrated.ts';
import { VisuallyHidden } from './visually-hidden.tsx';

/**
 * Copies a text that stands beside it. Only a script can: the place is kept until there is one.
 * @param label what it copies, such as "Copy address".
 */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const isHydrated = useHydrated();
  const [outcome, setOutcome] = useState<'copied' | 'notCopied' | null>(null);
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setOutcome('copied'),
      // Refused by the browser's settings.
      () => setOutcome('notCopied'),
    );
  return (
    <>
      <button type="button" className="icon-button copy-button" hidden={!isHydrated} onClick={copy}>
        <Icon name={outcome === 'copied' ? 'check' : 'copy'} />
        <VisuallyHidden>{label}</VisuallyHidden>
      </button>
      <span role="status" className={outcome === 'notCopied' ? 'text-sm' : 'visually-hidden'}>
        {outcome && t(`ui.copy.${outcome}`)}
      </span>
    </>
  );
}
