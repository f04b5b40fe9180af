const TEMPLATE_ID = /^[A-Za-z0-9_-]{1,64}$/;
/** Semantic versioning, loosely: what nightly builds and forks call themselves counts by its first two numbers. */
const VERSION = /^v?(\d{1,6})\.(\d{1,6})(?:\.\d{1,6})?(?:[-+][0-9A-Za-z.+-]{1,64})?$/;
const [FIRST_MAJOR, FIRST_MINOR] = [1, 24];

/**
 * Where in a workspace a template is set up (spec §2, guard account-setup). A version that cannot be read counts as new.
 *
 * @returns a local path without anything to escape; null for an id that is none.
 */
export function templatePath(templateId: string, version: string): string | null {
  if (!isTemplateId(templateId)) return null;
  return hasSetupPage(version) ? `/templates/${templateId}/setup` : `/workflows/templates/${templateId}`;
}

/** @returns whether a template may be called so; nothing in it needs to be escaped in an address. */
export function isTemplateId(text: string): boolean {
  return TEMPLATE_ID.test(text);
}

function hasSetupPage(version: string): boolean {
  const match = VERSION.exec(version);
  if (!match) return true;
  const [major, minor] = [Number(match[1]), Number(match[2])];
  return major > FIRST_MAJOR || (major === FIRST_MAJOR && minor >= FIRST_MINOR);
}
