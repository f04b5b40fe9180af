export const ATTACHMENT_MAX_BYTES = 5 * 1024 * 1024;

/** Allowed extensions; `attachment.ts` checks that the content matches. */
export const attachmentExtensions = [
  'png',
  'jpg',
  'jpeg',
  'gif',
  'webp',
  'pdf',
  'txt',
  'log',
  'json',
] as const;
