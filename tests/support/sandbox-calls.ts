import type { TestPortal } from './portal-client.ts';

/** Posts JSON to the sandbox. @param path such as `/paddle/faults`. @throws if the sandbox refuses it. */
export async function postToSandbox(
  { sandboxUrl }: Pick<TestPortal, 'sandboxUrl'>,
  path: string,
  body: object,
): Promise<void> {
  const answer = await fetch(sandboxUrl + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
}

/** Makes the sandbox's mail provider fail, or work again. */
export function setMailFault(portal: Pick<TestPortal, 'sandboxUrl'>, mode: 'none' | 'down'): Promise<void> {
  return postToSandbox(portal, '/mail/faults', { mode });
}
