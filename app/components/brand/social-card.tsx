import { socialCardPath } from '#app/domain/brand/identity.ts';
import { t } from '#app/i18n/t.ts';

/** What search engines and other sites show for a link to a public page: the Open Graph protocol, https://ogp.me. */
export function SocialCard({ portalUrl }: { portalUrl: string }) {
  return (
    <>
      <meta name="description" content={t('layout.description')} />
      <meta property="og:site_name" content={t('layout.brand')} />
      <meta property="og:type" content="website" />
      <meta property="og:image" content={portalUrl + socialCardPath} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={t('layout.socialCard')} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}
