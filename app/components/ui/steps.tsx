import { t } from '#app/i18n/t.ts';
import { classNames } from './class-names.ts';
import { Icon } from './icons.tsx';
import { VisuallyHidden } from './visually-hidden.tsx';

export interface StepsProps {
  labels: readonly string[];
  /** Index of the current step, from 0. */
  current: number;
}

/** The person's progress through a sequence of screens. */
export function Steps({ labels, current }: StepsProps) {
  return (
    <nav className="steps" aria-label={t('ui.steps.label')}>
      <p className="steps__position" aria-hidden="true">
        {t('ui.steps.position', { current: current + 1, total: labels.length, label: labels[current] ?? '' })}
      </p>
      <ol className="steps__list">
        {labels.map((label, index) => (
          <li
            key={label}
            className={classNames(
              'steps__item',
              index < current && 'steps__item--done',
              index === current && 'steps__item--current',
            )}
            aria-current={index === current ? 'step' : undefined}
          >
            <span className="steps__marker" aria-hidden="true">
              {index < current ? <Icon name="check" /> : index + 1}
            </span>
            <span className="steps__label">
              {label}
              {index < current && <VisuallyHidden> ({t('ui.steps.done')})</VisuallyHidden>}
            </span>
          </li>
        ))}
      </ol>
    </nav>
  );
}
