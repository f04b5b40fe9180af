const TEMPLATE_ID = /^[A-Za-z0-9_-]{1,64}$/;
/** Loose semantic versioning: the first two numbers count, also for nightly builds and forks. */
const VERSION = /^v?(\d{1,6})\.(\d{1,6})(?:\.\d{1,6})?(?:[-+][0-9A-Za-z.+-]{1,64})?$/;
const [FIRST_MAJOR, FIRST_MINOR] = [1, 24];

/** @returns a workspace's path to set a template up (spec §2); null for an invalid id. Unreadable versions count as new. */
export function templatePath(templateId: string, version: string): string | null {
  if (!isTemplateId(templateId)) return null;
  return hasSetupPage(version) ? `/templates/${templateId}/setup` : `/workflows/templates/${templateId}`;
}

/** @returns whether the text is a template's id; it needs no escaping in a URL. */
export function isTemplateId(text: string): boolean {
  return TEMPLATE_ID.test(text);
}

function hasSetupPage(version: string): boolean {
  const match = VERSION.exec(version);
  if (!match) return true;
  const [major, minor] = [Number(match[1]), Number(match[2])];
  return major > FIRST_MAJOR || (major === FIRST_MAJOR && minor >= FIRST_MINOR);
}
