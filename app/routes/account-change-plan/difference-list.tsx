import { countText } from '#app/i18n/count-text.ts';
import { t } from '#app/i18n/t.ts';
import type { PlanDifference } from './plan-difference.ts';

/** Between former and new value, on one line. */
const ARROW = '\u00A0→\u00A0';

/** The gains and losses of a plan change, in words; nothing if there are none. */
export function DifferenceList({ difference }: { difference: PlanDifference }) {
  const { more, less, gained, lost } = difference;
  const figures = (list: PlanDifference['more']) =>
    list.map(({ figure, from, to }) =>
      t(`billing.difference.figure.${figure}`, { text: [from, to].map(countText).join(ARROW) }),
    );
  const features = (list: PlanDifference['gained']) =>
    list.map((forms) => forms.map((feature) => t(`billing.feature.${feature}`)).join(ARROW));
  return (
    <>
      <Line label={t('billing.difference.gain')} items={[...figures(more), ...features(gained)]} />
      <Line label={t('billing.difference.lose')} items={[...figures(less), ...features(lost)]} />
    </>
  );
}

function Line({ label, items }: { label: string; items: string[] }) {
  if (items.length === 0) return null;
  return (
    <div className="text-sm">
      <strong>{label}</strong>
      <ul>
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </div>
  );
}
