import { fileSize } from '#app/domain/encoding/file-size.ts';
import { t } from '#app/i18n/t.ts';

/** @returns a size in words. */
export function sizeText(bytes: number): string {
  const { unit, amount } = fileSize(bytes);
  return t(`ui.size.${unit}`, { amount });
}
