import { type FaqGroup, type FaqId, faqGroupIds, faqGroups } from '#app/domain/help/faq.ts';
import type { SearchText } from '#app/domain/help/search.ts';
import { once } from '#app/domain/once.ts';
import { t } from '#app/i18n/t.ts';

/** A question with its answer, in the viewer's words. */
export interface FaqText extends SearchText {
  id: FaqId;
  group: FaqGroup;
  paragraphs: readonly string[];
}

/** @returns every question of the help center, in the order of its subjects. */
export const listFaqTexts = once((): readonly FaqText[] =>
  faqGroupIds.flatMap((group) =>
    faqGroups[group].map((id: FaqId) => {
      const paragraphs: readonly string[] = t(`help.faq.${id}.answer`, { returnObjects: true });
      const question = t(`help.faq.${id}.question`);
      return { id, group, question, paragraphs, answer: paragraphs.join(' ') };
    }),
  ),
);
