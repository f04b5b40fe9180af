import { createInstance, type i18n as Instance } from 'i18next';
import { en } from './en/index.ts';

/** The words of mails, the API and plain pages; screens have `t.ts`. One instance for all requests: English is the only language (spec §1), so nothing in it differs per request. */
export const i18n: Instance = createInstance();

i18n.init({
  lng: 'en',
  resources: { en: { translation: en } },
  // Mails escape in their own template, and JSON needs no escaping.
  interpolation: { escapeValue: false },
  initAsync: false,
});

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: typeof en };
  }
}
