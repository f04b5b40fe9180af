export const ATTACHMENT_MAX_BYTES = 5 * 1024 * 1024;

/** What may be attached, by its name; that its content is the same is looked at apart. */
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
