import { createInstance, type i18n as Instance } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { en } from './en/index.ts';

/** One instance for all requests: English is the only language (spec §1), so nothing in it differs per request. */
export const i18n: Instance = createInstance();

i18n.use(initReactI18next).init({
  lng: 'en',
  resources: { en: { translation: en } },
  // React escapes what it renders; escaping twice would show &amp; to people. Mails escape in their own template.
  interpolation: { escapeValue: false },
  react: { useSuspense: false },
  initAsync: false,
});

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: typeof en };
  }
}
