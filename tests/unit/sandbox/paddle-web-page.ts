import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { portalUrl } from './paddle-web-harness.ts';

type Listener = (event: Record<string, unknown>) => void;

/** The parts of an element that paddle.js uses; omits what the portal's policy forbids. */
class FakeElement {
  readonly tag: string;
  readonly attributes = new Map<string, string>();
  readonly styles = new Map<string, string>();
  readonly style = {
    setProperty: (name: string, value: string) => void this.styles.set(name, value),
  };
  readonly children: FakeElement[] = [];
  readonly contentWindow = {};
  readonly #listeners = new Map<string, Listener>();
  src = '';
  focused = 0;
  isModal = false;
  isRemoved = false;

  constructor(tag: string) {
    this.tag = tag;
  }
  setAttribute(name: string, value: string) {
    this.attributes.set(name, value);
  }
  append(child: FakeElement) {
    this.children.push(child);
  }
  addEventListener(type: string, listener: Listener) {
    this.#listeners.set(type, listener);
  }
  dispatch(type: string) {
    this.#listeners.get(type)?.({ preventDefault: () => undefined });
  }
  showModal() {
    this.isModal = true;
  }
  close() {
    this.isModal = false;
  }
  remove() {
    this.isRemoved = true;
  }
  focus() {
    this.focused += 1;
  }
}

type PaddleJs = {
  Initialized: boolean;
  Environment: { set(name: string): void };
  Initialize(options: Record<string, unknown>): void;
  Setup(options: Record<string, unknown>): void;
  Checkout: { open(options: Record<string, unknown>): void; close(): void };
};

export const sandboxOrigin = 'http://127.0.0.1:8790';

/** Runs the sandbox's paddle.js in a simulated page of the portal, without a browser. */
export function pageWithPaddle(search = '') {
  const body = new FakeElement('body');
  const listeners = new Set<Listener>();
  const timers = new Map<number, () => void>();
  const visited: string[] = [];
  class HTMLScriptElement extends FakeElement {}
  const script = new HTMLScriptElement('script');
  script.src = `${sandboxOrigin}/paddle/paddle.js`;
  const window: Record<string, unknown> & { Paddle?: PaddleJs } = {
    location: {
      origin: portalUrl,
      href: `${portalUrl}/manage/billing${search}`,
      search,
      assign: (url: string) => visited.push(url),
    },
    innerWidth: 1280,
    addEventListener: (_type: string, listener: Listener) => listeners.add(listener),
    removeEventListener: (_type: string, listener: Listener) => listeners.delete(listener),
  };
  let nextTimer = 1;
  const source = readFileSync(
    new URL('../../../sandbox/paddle/web/browser/paddle.js', import.meta.url),
    'utf8',
  );
  const complaints: unknown[] = [];
  runInNewContext(source, {
    window,
    document: { currentScript: script, body, createElement: (tag: string) => new FakeElement(tag) },
    HTMLScriptElement,
    URL,
    URLSearchParams,
    console: { error: (...parts: unknown[]) => complaints.push(parts) },
    setTimeout: (run: () => void) => {
      timers.set(nextTimer, run);
      return nextTimer++;
    },
    clearTimeout: (id: number) => timers.delete(id),
  });
  const paddle = window.Paddle;
  if (!paddle) throw new Error('paddle.js sets window.Paddle');
  const dialog = () => body.children.at(-1);
  const frame = () => dialog()?.children[0];
  return {
    paddle,
    body,
    visited,
    complaints,
    dialog,
    frame,
    elapse: () => {
      const due = [...timers.values()];
      timers.clear();
      for (const run of due) run();
    },
    /** Delivers a message as the checkout's frame sends it, or as `from` forges it. */
    receive: (data: object, from: { origin?: string; source?: unknown } = {}) => {
      for (const listener of [...listeners])
        listener({
          origin: sandboxOrigin,
          source: frame()?.contentWindow,
          data: { source: 'paddle-checkout', ...data },
          ...from,
        });
    },
  };
}
