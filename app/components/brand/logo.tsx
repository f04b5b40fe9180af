import { t } from '#app/i18n/t.ts';

/** The mark: a W whose legs a weft thread passes over, under, over, under. */
function LogoMark() {
  return (
    <svg className="logo__mark" viewBox="0 0 32 32" fill="none" strokeWidth="3.2" aria-hidden="true">
      <path
        className="logo__warp"
        d="M3 6.5 10 26 16 10l6 16 7-19.5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <path className="logo__weft" d="M1.6 17.5h28.8" strokeLinecap="round" />
      <path className="logo__warp" d="M12.06 20.5 14.3 14.5M23.97 20.5 26.13 14.5" />
    </svg>
  );
}

/** Mark and wordmark. A link around it needs its own name. */
export function Logo() {
  return (
    <span className="logo">
      <LogoMark />
      <span className="logo__word">{t('layout.brand')}</span>
    </span>
  );
}
