import { Form, useLocation } from '@remix-run/react';
import { type FormEvent, useReducer } from 'react';
import { type Theme, themeOf, themes } from '#app/domain/account/theme.ts';
import { paths } from '#app/domain/paths.ts';
import { t } from '#app/i18n/t.ts';
import { useHydrated } from '../ui/use-hydrated.ts';
import { useFrame } from './page-flash.tsx';

/** Light, dark, or the system's theme: a form; with JavaScript the page changes immediately and saves in the background. */
export function ThemeChoice() {
  const { pathname, search } = useLocation();
  const frame = useFrame();
  const [, rerender] = useReducer((count: number) => count + 1, 0);
  const chosen = useHydrated() ? themeOf(document.documentElement.dataset.theme) : themeOf(frame.theme);
  const show = (theme: Theme) => {
    document.documentElement.dataset.theme = theme;
    rerender();
  };
  /** Applied immediately, and reverted if the portal does not save it. */
  const choose = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { submitter } = event.nativeEvent as SubmitEvent;
    const theme = (submitter as HTMLButtonElement).value;
    show(themeOf(theme));
    const revert = () => show(chosen);
    // The answer redirects back to the page, which is there already: a redirect that is not followed has no status.
    fetch(paths.theme, { method: 'POST', body: new URLSearchParams({ theme }), redirect: 'manual' }).then(
      ({ status }) => status && revert(),
      revert,
    );
  };
  return (
    <Form
      method="post"
      action={paths.theme}
      className="account-menu__themes"
      aria-label={t('layout.menu.theme')}
      onSubmit={choose}
    >
      <input type="hidden" name="returnPath" value={pathname + search} />
      {themes.map((theme) => (
        <button key={theme} type="submit" name="theme" value={theme} aria-pressed={theme === chosen}>
          {t(`layout.menu.themes.${theme}`)}
        </button>
      ))}
    </Form>
  );
}
