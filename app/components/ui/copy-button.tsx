import { useState } from 'react';
import { t } from '#app/i18n/t.ts';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { Icon } from './icons.tsx';
import { useHydrated } from './use-hydrated.ts';
import { VisuallyHidden } from './visually-hidden.tsx';

export interface CopyButtonProps {
  /** The text for the clipboard. */
  text: string;
  /** Names the text, such as "Copy address". */
  label: string;
  /** Shows the label, for a button among others; beside a text, the icon is enough. */
  isLabelShown?: boolean;
}

/** Copies the text beside it. That needs JavaScript: space for the icon is reserved until it runs. */
export function CopyButton({ text, label, isLabelShown = false }: CopyButtonProps) {
  const isHydrated = useHydrated();
  const [outcome, setOutcome] = useState<'copied' | 'notCopied' | null>(null);
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setOutcome('copied'),
      // Refused by the browser's settings.
      () => setOutcome('notCopied'),
    );
  const isOutcomeShown = outcome === 'notCopied' || (isLabelShown && outcome !== null);
  return (
    <>
      {isLabelShown ? (
        isHydrated && <Button onClick={copy}>{label}</Button>
      ) : (
        <button
          type="button"
          className={classNames('icon-button copy-button', !isHydrated && 'invisible')}
          onClick={copy}
        >
          <Icon name={outcome === 'copied' ? 'check' : 'copy'} />
          <VisuallyHidden>{label}</VisuallyHidden>
        </button>
      )}
      <span role="status" className={isOutcomeShown ? 'text-sm' : 'visually-hidden'}>
        {outcome && t(`ui.copy.${outcome}`)}
      </span>
    </>
  );
}
