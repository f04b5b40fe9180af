import { PostForm } from '#app/components/form/post-form.tsx';
import { SubmitButton } from '#app/components/form/submit-button.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { useCurrentNavigation } from '#app/components/ui/router.ts';
import { t } from '#app/i18n/t.ts';
import { type ListFilter, listPath } from './filter.ts';

export interface PauseSwitchProps {
  paused: boolean;
  filter: ListFilter;
  canConfigure: boolean;
  /** Whether a replay that runs can be paused here; a paused one can always be resumed. */
  isOffered: boolean;
}

/** Shows that the replay is paused, and pauses or resumes it: a press shows at once, and a refusal restores the page. */
export function PauseSwitch({ paused: isPaused, filter, canConfigure, isOffered }: PauseSwitchProps) {
  const action = listPath(filter);
  const pressed = useCurrentNavigation(({ formData }) => formData?.get('intent'));
  const paused = pressed === 'pause' || (pressed !== 'resume' && isPaused);
  const button = canConfigure && (paused || isOffered) && (
    <PostForm action={action}>
      <SubmitButton name="intent" value={paused ? 'resume' : 'pause'} variant="secondary">
        {t(paused ? 'webhooks.summary.resume' : 'webhooks.summary.pause')}
      </SubmitButton>
    </PostForm>
  );
  if (!paused) return button;
  return (
    <Notice tone="warning" role="none" title={t('webhooks.summary.paused')} action={button}>
      {t('webhooks.summary.pausedBody')}
    </Notice>
  );
}
