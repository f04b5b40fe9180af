import { Button } from '#app/components/ui/button.tsx';
import { t } from '#app/i18n/t.ts';
import type { Part } from './use-part.ts';

/** What a card shows in place of a part that is not there: that it is on its way, or that it failed and can be tried again. */
export function PartState({ part, failure }: { part: Part<unknown>; failure: string }) {
  return (
    <div className="part-state" role="status">
      {part.hasFailed ? (
        <>
          <p>{failure}</p>
          <Button icon="refresh" onClick={part.retry}>
            {t('layout.tryAgain')}
          </Button>
        </>
      ) : (
        <p className="text-muted">{t('dashboard.parts.loading')}</p>
      )}
    </div>
  );
}
