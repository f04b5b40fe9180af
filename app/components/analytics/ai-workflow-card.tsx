import { EASY_AI_TEMPLATE_ID } from '#app/domain/flags/experiments.ts';
import { TEMPLATE_PARAMETER, withTemplateId } from '#app/domain/flags/kept-template.ts';
import { paths } from '#app/domain/paths.ts';
import { t } from '#app/i18n/t.ts';
import { PostForm } from '../form/post-form.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { useEasyAiWorkflow } from './use-experiment.ts';

/**
 * The variant of 026_easy_ai_workflow (spec §9): opens the workspace at an AI workflow; control shows nothing.
 * @param endsSetUp on /account/launching, where opening the workspace is what the start button does.
 */
export function AiWorkflowCard({ endsSetUp = false }: { endsSetUp?: boolean }) {
  if (useEasyAiWorkflow() === 'control') return null;
  return (
    <Card title={t('aiWorkflow.title')}>
      <p>{t('aiWorkflow.body')}</p>
      {endsSetUp ? (
        // Redirects to the workspace's host, so the browser has to follow it, not the router.
        <PostForm reloadDocument>
          <input type="hidden" name={TEMPLATE_PARAMETER} value={EASY_AI_TEMPLATE_ID} />
          <Button type="submit">{t('aiWorkflow.open')}</Button>
        </PostForm>
      ) : (
        <ButtonLink to={withTemplateId(paths.dashboard, EASY_AI_TEMPLATE_ID)} reloadDocument>
          {t('aiWorkflow.open')}
        </ButtonLink>
      )}
    </Card>
  );
}
