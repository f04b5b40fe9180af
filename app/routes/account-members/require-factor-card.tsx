import { ConfirmedForm } from '#app/components/form/confirmed-form.tsx';
import { PostForm } from '#app/components/form/post-form.tsx';
import { SubmitButton } from '#app/components/form/submit-button.tsx';
import { Card } from '#app/components/ui/card.tsx';
import { paths } from '#app/domain/paths.ts';
import { t } from '#app/i18n/t.ts';

/** Shows whether every member needs a second factor, with the owner's button to change it. */
export function RequireFactorCard({ isRequired }: { isRequired: boolean }) {
  const action = paths.accountMembers;
  return (
    <Card title={t('requireFactor.title')}>
      <p className="text-muted">{t(isRequired ? 'requireFactor.on' : 'requireFactor.off')}</p>
      {isRequired ? (
        <PostForm action={action}>
          <SubmitButton name="intent" value="make-second-factor-optional" variant="secondary">
            {t('requireFactor.turnOff')}
          </SubmitButton>
        </PostForm>
      ) : (
        <ConfirmedForm
          action={action}
          intent="require-second-factor"
          summary={t('requireFactor.turnOn')}
          question={t('requireFactor.confirm')}
          submit={t('requireFactor.confirmSubmit')}
          variant="primary"
        />
      )}
    </Card>
  );
}
