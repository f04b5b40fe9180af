import type { HookConfig } from './config.ts';
import type { Handler } from './http.ts';

/**
 * `GET /weft/editor.js`, which n8n's page loads (EXTERNAL_FRONTEND_HOOKS_URLS). n8n opens its cloud at a fixed https address,
 * which the script replaces by the portal's. The script hides controls that the portal owns, names the portal as the place
 * to manage people, reports a reached limit, and sends signed-out people to the portal.
 */
export function editorScript({ portalUrl }: HookConfig): Handler {
  const script = editorScriptFor(new URL(portalUrl).origin);
  return (_request, response) => {
    response.writeHead(200, {
      'Content-Type': 'text/javascript; charset=utf-8',
      'Cache-Control': 'no-cache',
      'X-Content-Type-Options': 'nosniff',
    });
    response.end(script);
  };
}

/** @param portal the portal's origin. @returns JavaScript. */
export function editorScriptFor(portal: string): string {
  const settings = { portal, hidden: portalOwned.join(), readOnly: shownOnly.join() };
  return `(${inEditor.toString()})(${JSON.stringify(settings)});\n`;
}

/** Elements of n8n's pages for actions that the portal owns (portal-owned.ts), which the hook would refuse. */
const portalOwned = [
  // Inviting, deleting and links of other people.
  '[data-test-id="settings-users-invite-button"]',
  '.notice:has([data-test-id="upgrade-permissions-link"])',
  '[data-test-id="settings-users-table"] [data-test-id="action-toggle"]',
  // Password and second factor.
  '[data-test-id="personal-settings-container"] > div:has([data-test-id="change-password-link"])',
  '[data-test-id="security-mfa-section"]',
  // Other ways to sign in; in the menu, and in the list beside it.
  'a[href="/settings/sso"]',
  'a[href="/settings/ldap"]',
  '[data-test-id="settings-sso"]',
  '[data-test-id="settings-ldap"]',
];

/** Elements that show names, e-mails and roles, and must not change them. */
const shownOnly = ['[data-test-id="personal-data-form"]', '[data-test-id="user-role-dropdown"]'];

/** The parts of a browser that the script uses. */
interface Page {
  location: { host: string; assign(address: string): void; replace(address: string): void; pathname: string };
  open(address: string, ...rest: unknown[]): unknown;
  navigation?: {
    addEventListener(type: 'navigate', listen: (event: NavigateEvent) => void): void;
    addEventListener(type: 'currententrychange', listen: () => void): void;
  };
  document: {
    body: { append(element: unknown): void } | null;
    head: { append(element: unknown): void };
    querySelector(selector: string): PageElement | null;
    querySelectorAll(selector: string): Iterable<PageElement>;
    createElement(name: string): PageElement;
  };
  fetch(path: string): Promise<{ ok: boolean; json(): Promise<Record<string, number>> }>;
  setInterval(work: () => void, everyMs: number): void;
}
interface PageElement {
  textContent: string;
  offsetHeight: number;
  inert: boolean;
  style: Record<string, string>;
  setAttribute(name: string, value: string): void;
  remove(): void;
}
interface NavigateEvent {
  destination: { url: string };
  cancelable: boolean;
  preventDefault(): void;
}

/** Runs in the browser, so it uses nothing from outside this function. */
function inEditor({ portal, hidden, readOnly }: Record<'portal' | 'hidden' | 'readOnly', string>): void {
  const page = globalThis as unknown as Page;
  const guessed = `https://${page.location.host.split('.').slice(1).join('.')}/`;
  const correctAddress = (address: string) =>
    address.startsWith(guessed) && !address.startsWith(`${portal}/`)
      ? `${portal}/${address.slice(guessed.length)}`
      : null;

  const open = page.open.bind(page);
  page.open = (address, ...rest) => open(correctAddress(String(address)) ?? address, ...rest);
  page.navigation?.addEventListener('navigate', (event) => {
    const address = correctAddress(event.destination.url);
    if (address === null || !event.cancelable) return;
    event.preventDefault();
    page.location.assign(address);
  });

  const style = page.document.createElement('style');
  style.textContent =
    `${hidden} { display: none !important } [data-test-id="personal-data-form"] { opacity: .6 } ` +
    '.weft-notice { position: fixed; left: 50%; transform: translateX(-50%); z-index: 9999; width: max-content; max-width: 90vw; padding: .5rem 1rem; ' +
    'border-radius: .5rem; background: #1b1d22; color: #fff; font: 14px/1.4 system-ui, sans-serif; box-shadow: 0 4px 16px #0004 } ' +
    '.weft-notice:hover { text-decoration: underline } .weft-notice + .weft-notice { margin-top: 3rem }';
  page.document.head.append(style);

  const show = (id: string, notice: { text: string; path: string } | null) => {
    const shown = page.document.querySelector(`#${id}`);
    if (notice === null) return shown?.remove();
    const bar = shown ?? page.document.createElement('a');
    // Below n8n's own banners, above all else.
    bar.style.top = `${(page.document.querySelector('[data-test-id="banner-stack"]')?.offsetHeight ?? 0) + 8}px`;
    if (shown) return;
    bar.textContent = notice.text;
    for (const [name, value] of [
      ['id', id],
      ['class', 'weft-notice'],
      ['role', 'status'],
      ['href', portal + notice.path],
    ] as const)
      bar.setAttribute(name, value);
    page.document.body?.append(bar);
  };

  const update = () => {
    const { pathname } = page.location;
    // n8n shows these pages after a session ended, but people sign in on the portal.
    if (/^\/(?:signin|signup|setup|forgot-password|change-password)(?:\/|$)/.test(pathname))
      return page.location.replace(`${portal}/login?returnPath=/dashboard`);
    for (const control of page.document.querySelectorAll(readOnly)) control.inert = true;
    const isAboutPeople = /^\/settings\/(?:users|personal|sso|ldap)/.test(pathname);
    show(
      'weft-people',
      isAboutPeople
        ? { text: 'Weft Cloud manages people, passwords and sign-in. Open your account.', path: '/account' }
        : null,
    );
  };
  page.navigation?.addEventListener('currententrychange', update);
  page.setInterval(update, 1_000);
  update();

  const checkLimit = async () => {
    const [limits, plan] = await Promise.all(
      ['/cloud/limits', '/rest/admin/cloud-plan'].map(async (path) => {
        const answer = await page.fetch(path);
        return answer.ok ? await answer.json() : null;
      }),
    );
    const isUsedUp =
      limits && plan && (limits.executions ?? 0) >= (plan.monthlyExecutionsLimit ?? Number.POSITIVE_INFINITY);
    show(
      'weft-limit',
      isUsedUp
        ? {
            text: 'This month’s executions are used up. Published workflows do not run until you upgrade.',
            path: '/account/change-plan',
          }
        : null,
    );
  };
  page.setInterval(() => void checkLimit().catch(() => undefined), 15_000);
}
