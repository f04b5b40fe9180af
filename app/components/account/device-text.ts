import { describeDevice } from '#app/domain/access/device.ts';
import { SEPARATOR, t } from '#app/i18n/t.ts';

/** @returns a device's name by its `User-Agent`, such as "Firefox on Linux". */
export function deviceText(userAgent: string): string {
  const { browser, system } = describeDevice(userAgent);
  if (browser !== null && system !== null) return t('accountPage.device.both', { browser, system });
  return browser ?? system ?? t('accountPage.device.unknown');
}

/** @returns a request's origin: its place, if the edge knew it, and its address. */
export function whereText({ place, address }: { place: string | null; address: string }): string {
  return [place, address].filter(Boolean).join(SEPARATOR);
}
