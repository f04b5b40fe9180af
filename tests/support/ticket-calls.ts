import type { PortalClient } from './portal-client.ts';

/** Reads what a page's form is named by, so that it is one ticket however often it is sent. */
export async function formKeyOf(client: PortalClient): Promise<string> {
  const page = await (await client.get('/help')).text();
  const key = page.match(/name="formKey"[^>]* value="([^"]+)"/)?.[1];
  if (!key) throw new Error('The page has no form that asks support.');
  return key;
}

/** Asks support as the page's form does without a script. @param file nothing chosen by default. */
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

/** @returns the id of the ticket that an answer leads to. @throws when it leads to none. */
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
