import { useState } from 'react';
import { t } from '#app/i18n/t.ts';
import { Fact } from '../ui/fact.tsx';
import { isQuestionMarkOn, setQuestionMark } from './shortcut-setting.ts';

const shortcuts = [
  { keys: ['Ctrl', 'K'], does: 'open' },
  { keys: ['?'], does: 'list' },
  { keys: ['↑', '↓'], does: 'choose' },
  { keys: ['Enter'], does: 'run' },
  { keys: ['Esc'], does: 'close' },
] as const;

/** Every shortcut of the portal, and the switch for the one that is a single character (WCAG 2.1.4). */
export function Shortcuts() {
  const [isOn, setOn] = useState(isQuestionMarkOn);
  return (
    <div className="palette__shortcuts">
      <h2>{t('commands.shortcuts')}</h2>
      <dl className="facts">
        {shortcuts.map(({ keys, does }) => (
          <Fact key={does} label={t(`commands.does.${does}`)}>
            {keys.map((key) => (
              <kbd key={key}>{key === 'Ctrl' && isMac() ? '⌘' : key}</kbd>
            ))}
          </Fact>
        ))}
      </dl>
      <label>
        <input
          type="checkbox"
          checked={isOn}
          onChange={({ target }) => {
            setQuestionMark(target.checked);
            setOn(target.checked);
          }}
        />{' '}
        {t('commands.questionMark')}
      </label>
      <form method="dialog">
        <button type="submit" className="button button--secondary">
          {t('ui.close')}
        </button>
      </form>
    </div>
  );
}

const isMac = () => /Mac|iPhone|iPad/.test(navigator.userAgent);
