import { markPaths } from '#app/domain/brand/identity.ts';
import { t } from '#app/i18n/t.ts';

/** Mark and wordmark: a W whose legs a weft thread passes over, under, over, under. A link around it needs its own name. */
export function Logo() {
  return (
    <span className="logo">
      <svg className="logo__mark" viewBox="0 0 32 32" fill="none" strokeWidth="3.2" aria-hidden="true">
        <path className="logo__warp" d={markPaths.warp} strokeLinecap="round" strokeLinejoin="round" />
        <path className="logo__weft" d={markPaths.weft} strokeLinecap="round" />
        <path className="logo__warp" d={markPaths.over} />
      </svg>
      <span className="logo__word">{t('layout.brand')}</span>
    </span>
  );
}
