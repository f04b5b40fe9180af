import { ButtonLink } from '#app/components/ui/button.tsx';
import { Card } from '#app/components/ui/card.tsx';
import { t } from '#app/i18n/t.ts';

const COMMUNITY = 'https://community.n8n.io/';

/** The community link of the dashboard (spec §2). */
export function CommunityCard() {
  return (
    <Card
      title={t('dashboard.community.title')}
      aside={
        <ButtonLink to={COMMUNITY} target="_blank">
          {t('dashboard.community.link')}
        </ButtonLink>
      }
    >
      <p className="text-muted">{t('dashboard.community.body')}</p>
    </Card>
  );
}
