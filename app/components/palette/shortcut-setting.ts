import { localStorageKeys } from '#app/domain/flags/local-storage-keys.ts';
import { localStore } from '../analytics/local-store.ts';

/** @returns whether `?` opens the list of shortcuts; yes unless switched off in this browser. */
export function isQuestionMarkOn(): boolean {
  return localStore.read(localStorageKeys.questionMark) !== 'off';
}

/** Remembers the choice in this browser. */
export function setQuestionMark(isOn: boolean): void {
  localStore.write(localStorageKeys.questionMark, isOn ? 'on' : 'off');
}
