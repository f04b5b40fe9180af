import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type FaqGroup, type FaqId, faqGroups } from '#app/domain/help/faq.ts';
import type { SearchText } from '#app/domain/help/search.ts';

/** A question with its answer, in the viewer's words. */
export interface FaqText extends SearchText {
  id: FaqId;
  group: FaqGroup;
  paragraphs: readonly string[];
}

/** @returns every question of the help center, in the order of its subjects. */
export function useFaqTexts(): readonly FaqText[] {
  const { t } = useTranslation();
  return useMemo(
    () =>
      (Object.keys(faqGroups) as FaqGroup[]).flatMap((group) =>
        faqGroups[group].map((id: FaqId) => {
          const paragraphs: readonly string[] = t(`help.faq.${id}.answer`, { returnObjects: true });
          const question = t(`help.faq.${id}.question`);
          return { id, group, question, paragraphs, answer: paragraphs.join(' ') };
        }),
      ),
    [t],
  );
}
