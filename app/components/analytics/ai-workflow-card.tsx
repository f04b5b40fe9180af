import { useEffect } from 'react';
import {
  EASY_AI_TEMPLATE_ID,
  EASY_AI_WORKFLOW,
  type Variant,
  variantInOverrides,
} from '#app/domain/flags/experiments.ts';
import { TEMPLATE_PARAMETER, withTemplateId } from '#app/domain/flags/kept-template.ts';
import { localStorageKeys } from '#app/domain/flags/local-storage-keys.ts';
import { paths } from '#app/domain/paths.ts';
import { t } from '#app/i18n/t.ts';
import { PostForm } from '../form/post-form.tsx';
import { useFrame } from '../layout/page-flash.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { useHydrated } from '../ui/use-hydrated.ts';
import { localStore } from './local-store.ts';
import { sendEvent } from './send-event.ts';

/**
 * Opens the workspace at an AI workflow (spec §9); control shows nothing.
 * @param endsSetUp on /account/launching, where opening the workspace ends the setup.
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

/** This browser's override of 026_easy_ai_workflow, else the server's. With consent, a browser's first exposure is sent. */
function useEasyAiWorkflow(): Variant {
  const { flags, analytics } = useFrame();
  // The server knows no override, and the first render agrees with it.
  const isHydrated = useHydrated();
  const stored = isHydrated ? localStore.read(localStorageKeys.experimentOverrides) : null;
  const variant = variantInOverrides(stored, EASY_AI_WORKFLOW) ?? flags[EASY_AI_WORKFLOW] ?? 'control';
  const url = analytics?.consent === 'granted' ? analytics.url : null;

  useEffect(() => {
    if (!isHydrated || url === null) return;
    const sent = localStore.read(localStorageKeys.tracking)?.split(' ') ?? [];
    const exposure = `${EASY_AI_WORKFLOW}:${variant}`;
    if (sent.includes(exposure)) return;
    localStore.write(localStorageKeys.tracking, [...sent, exposure].join(' '));
    sendEvent(url, { event: 'experiment', experiment: EASY_AI_WORKFLOW, variant });
  }, [isHydrated, url, variant]);

  return variant;
}
