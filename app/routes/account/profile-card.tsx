import { ButtonLink } from '#app/components/ui/button.tsx';
import { Card } from '#app/components/ui/card.tsx';
import { paths } from '#app/domain/paths.ts';
import { t } from '#app/i18n/t.ts';

export interface ProfileCardProps {
  name: string;
  email: string;
  username: string;
}

/** The signed-in person. Each change has a dialog with its own address. */
export function ProfileCard({ name, email, username }: ProfileCardProps) {
  const facts = { name, email, username };
  return (
    <Card
      title={t('accountPage.profile.title')}
      footer={
        <>
          <ButtonLink to={`${paths.account}?dialog=name`}>{t('accountPage.profile.changeName')}</ButtonLink>
          <ButtonLink to={`${paths.account}?dialog=email`}>{t('accountPage.profile.changeEmail')}</ButtonLink>
          <ButtonLink to={`${paths.account}?dialog=password`}>
            {t('accountPage.profile.changePassword')}
          </ButtonLink>
        </>
      }
    >
      <dl className="facts">
        {(['name', 'email', 'username'] as const).map((fact) => (
          <div key={fact}>
            <dt>{t(`accountPage.profile.${fact}`)}</dt>
            <dd className="break-anywhere">{facts[fact]}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
