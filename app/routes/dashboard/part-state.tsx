import { Button } from '#app/components/ui/button.tsx';
import { t } from '#app/i18n/t.ts';
import type { Part } from './use-part.ts';

/** The placeholder of a missing part: loading, or failed with a retry button. */
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
