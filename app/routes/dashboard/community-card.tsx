import { Card } from '#app/components/ui/card.tsx';
import { VisuallyHidden } from '#app/components/ui/visually-hidden.tsx';
import { t } from '#app/i18n/t.ts';

const COMMUNITY = 'https://community.n8n.io/';

/** The community link of the dashboard (spec §2). */
export function CommunityCard() {
  return (
    <Card title={t('dashboard.community.title')}>
      <p className="text-muted">
        {t('dashboard.community.body')}{' '}
        <a href={COMMUNITY} target="_blank" rel="noopener noreferrer">
          {t('dashboard.community.link')}
          <VisuallyHidden> {t('ui.opensInNewTab')}</VisuallyHidden>
        </a>
      </p>
    </Card>
  );
}
