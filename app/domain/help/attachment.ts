import type { FieldErrorCode } from '../errors/field-errors.ts';
import { ATTACHMENT_MAX_BYTES, type attachmentExtensions } from './attachment-limits.ts';

const NAME_MAX_LENGTH = 100;

/** A checked file. */
export interface Attachment {
  /** Safe to display and to use as a download's name. */
  name: string;
  type: string;
  bytes: Uint8Array;
}

interface Kind {
  type: string;
  isContent(bytes: Uint8Array): boolean;
}

const startsWith =
  (...magic: number[]) =>
  (bytes: Uint8Array) =>
    magic.every((byte, index) => bytes[index] === byte);

const ascii = (text: string) => [...text].map((character) => character.charCodeAt(0));

const isWebp = (bytes: Uint8Array) =>
  startsWith(...ascii('RIFF'))(bytes) && startsWith(...ascii('WEBP'))(bytes.subarray(8));

/** Backspace, tab, line feed, form feed, carriage return, escape: logs use them for layout and color. */
const textControls = new Set([8, 9, 10, 12, 13, 27]);

/** @returns whether the bytes are readable text: UTF-8 without unusual control characters. */
function isText(bytes: Uint8Array): boolean {
  if (bytes.some((byte) => byte === 127 || (byte < 32 && !textControls.has(byte)))) return false;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** Checks only the beginning: the ticket may be about a truncated workflow. */
const isJson = (bytes: Uint8Array) =>
  isText(bytes) && /^\s*[[{"]/.test(new TextDecoder().decode(bytes.subarray(0, 1024)));

const jpeg = { type: 'image/jpeg', isContent: startsWith(0xff, 0xd8, 0xff) };
const text = { type: 'text/plain', isContent: isText };
const kindByExtension: Record<(typeof attachmentExtensions)[number], Kind> = {
  png: { type: 'image/png', isContent: startsWith(0x89, ...ascii('PNG\r\n'), 0x1a, 0x0a) },
  jpg: jpeg,
  jpeg,
  gif: { type: 'image/gif', isContent: startsWith(...ascii('GIF8')) },
  webp: { type: 'image/webp', isContent: isWebp },
  pdf: { type: 'application/pdf', isContent: startsWith(...ascii('%PDF-')) },
  txt: text,
  log: text,
  json: { type: 'application/json', isContent: isJson },
};
const kinds = new Map<string, Kind>(Object.entries(kindByExtension));

/** Checks an uploaded file: name and content must agree on its type; the browser's `Content-Type` does not count. */
export function checkAttachment(
  fileName: string,
  bytes: Uint8Array,
): Attachment | { refusal: FieldErrorCode } {
  if (bytes.byteLength === 0) return { refusal: 'attachment_empty' };
  if (bytes.byteLength > ATTACHMENT_MAX_BYTES) return { refusal: 'attachment_too_large' };
  const extension = extensionOf(fileName);
  const kind = kinds.get(extension);
  if (!kind?.isContent(bytes)) return { refusal: 'attachment_type' };
  return { name: safeName(fileName, extension), type: kind.type, bytes };
}

function extensionOf(fileName: string): string {
  return (/\.([a-z0-9]+)\s*$/i.exec(fileName)?.[1] ?? '').toLowerCase();
}

/** @returns a path's last part without characters that move or hide text, with its extension, and never empty. */
function safeName(fileName: string, extension: string): string {
  const last = fileName.split(/[/\\]/).at(-1) ?? '';
  const visible = last
    .normalize('NFC')
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
    .replace(/["<>|:*?]/g, '_')
    .trim();
  const stem = visible.slice(0, visible.lastIndexOf('.')).replace(/^[.\s]+/, '');
  const room = NAME_MAX_LENGTH - extension.length - 1;
  return `${[...stem].slice(0, room).join('').trim() || 'attachment'}.${extension}`;
}
