import type { PortalClient } from './portal-client.ts';

/** Reads the key of a page's form, which makes it one ticket however often it is sent. */
export async function formKeyOf(client: PortalClient): Promise<string> {
  const page = await (await client.get('/help')).text();
  const key = page.match(/name="formKey"[^>]* value="([^"]+)"/)?.[1];
  if (!key) throw new Error('The page has no form that asks support.');
  return key;
}

/** Opens a ticket as the page's form does without a script. @param file by default none. */
export async function ask(
  client: PortalClient,
  fields: Record<string, string> = {},
  file: File = new File([], ''),
): Promise<Response> {
  const form = new FormData();
  const known = {
    formKey: fields.formKey ?? (await formKeyOf(client)),
    subject: 'It hangs',
    body: 'Always.',
  };
  for (const [name, value] of Object.entries({ ...known, ...fields })) form.set(name, value);
  form.set('attachment', file);
  return client.request('/help', {
    method: 'POST',
    headers: { Origin: client.portal.portalUrl, Accept: 'text/html' },
    body: form,
  });
}

/** @returns the id of the ticket to which an answer redirects. @throws if it does not redirect to one. */
export function ticketIdOf(answer: Response): string {
  const id = answer.headers.get('Location')?.match(/^\/help\?sent=(tkt_[0-9a-z]{12})$/)?.[1];
  if (!id) throw new Error(`No ticket: ${answer.status} ${answer.headers.get('Location')}`);
  return id;
}

/** A real picture of one pixel. */
export const pixel = new Uint8Array(
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
);
