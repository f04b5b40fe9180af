import type { HookConfig } from './config.ts';
import type { Handler } from './http.ts';

/**
 * `GET /weft/editor.js`, which n8n's page loads (EXTERNAL_FRONTEND_HOOKS_URLS): n8n leads into its cloud at a fixed address,
 * always by https; this corrects it to the portal's. It says where people are looked after, and that a limit was reached.
 */
export function editorScript({ portalUrl }: HookConfig): Handler {
  const script = `(${inEditor.toString()})(${JSON.stringify(new URL(portalUrl).origin)});\n`;
  return (_request, response) => {
    response.writeHead(200, {
      'Content-Type': 'text/javascript; charset=utf-8',
      'Cache-Control': 'no-cache',
      'X-Content-Type-Options': 'nosniff',
    });
    response.end(script);
  };
}

/** What a browser has of what the script uses. */
interface Page {
  location: { host: string; assign(address: string): void; pathname: string };
  open(address: string, ...rest: unknown[]): unknown;
  navigation?: {
    addEventListener(type: 'navigate', listen: (event: NavigateEvent) => void): void;
  };
  document: {
    body: { append(element: unknown): void };
    querySelector(selector: string): { remove(): void } | null;
    createElement(
      name: string,
    ): Record<string, unknown> & { setAttribute(name: string, value: string): void };
  };
  fetch(path: string): Promise<{ ok: boolean; json(): Promise<Record<string, number>> }>;
  setInterval(work: () => void, everyMs: number): void;
}
interface NavigateEvent {
  destination: { url: string };
  cancelable: boolean;
  preventDefault(): void;
}

/** Runs in the browser, alone: it can use nothing from outside itself. */
function inEditor(portal: string): void {
  const page = globalThis as unknown as Page;
  const guessed = `https://${page.location.host.split('.').slice(1).join('.')}/`;
  const corrected = (address: string) =>
    address.startsWith(guessed) && !address.startsWith(`${portal}/`)
      ? `${portal}/${address.slice(guessed.length)}`
      : null;

  const open = page.open.bind(page);
  page.open = (address, ...rest) => open(corrected(String(address)) ?? address, ...rest);
  page.navigation?.addEventListener('navigate', (event) => {
    const address = corrected(event.destination.url);
    if (address === null || !event.cancelable) return;
    event.preventDefault();
    page.location.assign(address);
  });

  const say = (id: string, text: string | null) => {
    const shown = page.document.querySelector(`#${id}`);
    if (text === null) return shown?.remove();
    if (shown) return;
    const bar = page.document.createElement('a');
    Object.assign(bar, { id, textContent: text, href: portal });
    bar.setAttribute('role', 'status');
    bar.setAttribute(
      'style',
      'position:fixed;inset:auto 1rem 1rem auto;z-index:9999;max-width:24rem;padding:.75rem 1rem;border-radius:.5rem;' +
        'background:#1b1d22;color:#fff;font:14px/1.4 system-ui,sans-serif;box-shadow:0 4px 16px #0004',
    );
    page.document.body.append(bar);
  };
  const isAboutPeople = () => /^\/settings\/(?:users|personal|sso|ldap)/.test(page.location.pathname);
  const look = () =>
    say(
      'weft-people',
      isAboutPeople()
        ? 'People, passwords and sign-in are managed in Weft Cloud. Changes made here are refused.'
        : null,
    );
  page.setInterval(look, 1_000);

  const countUp = async () => {
    const [limits, plan] = await Promise.all(
      ['/cloud/limits', '/rest/admin/cloud-plan'].map(async (path) => {
        const answer = await page.fetch(path);
        return answer.ok ? await answer.json() : null;
      }),
    );
    const isUsedUp =
      limits && plan && (limits.executions ?? 0) >= (plan.monthlyExecutionsLimit ?? Number.POSITIVE_INFINITY);
    say(
      'weft-limit',
      isUsedUp
        ? 'This workspace has used up its executions for this month. Published workflows do not run until you upgrade in Weft Cloud.'
        : null,
    );
  };
  page.setInterval(() => void countUp().catch(() => undefined), 15_000);
}
