// The sandbox's paddle.js. Its API is that of https://cdn.paddle.com/paddle/v2/paddle.js; it opens the sandbox's checkout.
// It styles only through CSSOM: the portal's policy allows no inline style.
(() => {
  // A page may insert the script twice; the first instance keeps its checkout.
  if ('Paddle' in window) return;
  const script = document.currentScript;
  if (!(script instanceof HTMLScriptElement))
    throw new Error('paddle.js is to be loaded with a script element.');
  const home = new URL(script.src).origin;
  const messageSource = 'paddle-checkout';
  // A frame that is silent for this long never answers: it was refused, or the sandbox is down.
  const silenceMs = 3_000;
  const removalMs = 300;

  /** @type {{ token: string, eventCallback: ((event: object) => void) | undefined, settings: Record<string, unknown> } | undefined} */
  let setup;
  /** @type {{ dialog: HTMLDialogElement, transactionId: string, settings: Record<string, unknown>, lastData: object | undefined, stop: () => void } | undefined} */
  let current;

  /** @type {HTMLDialogElement | undefined} */
  let leaving;

  /** @param {{ name: string } & Record<string, unknown>} event */
  function emit(event) {
    try {
      setup?.eventCallback?.(event);
    } catch (error) {
      // The page's own error must not leave the checkout half open.
      console.error('[PADDLE]', error);
    }
  }

  /** @param {string} code @param {string} detail */
  function emitError(code, detail) {
    const documentation_url = 'https://developer.paddle.com/paddlejs/methods/paddle-checkout-open';
    emit({ name: 'checkout.error', type: 'front-end_error', code, detail, documentation_url });
  }

  /** @param {HTMLElement} element @param {Record<string, string>} declarations */
  function style(element, declarations) {
    for (const [property, value] of Object.entries(declarations)) element.style.setProperty(property, value);
  }

  function dismiss() {
    const closing = current;
    if (!closing) return undefined;
    current = undefined;
    closing.stop();
    closing.dialog.close();
    // The frame may still be handling the key or the click that closed it, and would be destroyed in the middle of that.
    leaving = closing.dialog;
    setTimeout(() => closing.dialog.remove(), removalMs);
    return closing;
  }

  function close() {
    const closed = dismiss();
    if (!closed) return;
    const data = closed.lastData ?? { transaction_id: closed.transactionId };
    emit({ name: 'checkout.closed', data });
  }

  /** @param {unknown} address */
  function leaveFor(address) {
    if (typeof address !== 'string' || address === '') return;
    const url = new URL(address, window.location.href);
    if (url.protocol === 'https:' || url.protocol === 'http:') window.location.assign(url.href);
  }

  /** @param {any} message */
  function onMessage(message) {
    if (message.close === true) {
      close();
      return;
    }
    const event = message.event;
    if (typeof event?.name !== 'string' || !current) return;
    if (event.name === 'checkout.error') dismiss();
    else current.lastData = event.data;
    const successUrl = current?.settings.successUrl;
    emit(event);
    if (event.name === 'checkout.completed') leaveFor(successUrl);
  }

  /** @param {string} transactionId @param {Record<string, unknown>} settings @param {string} token */
  function frameUrl(transactionId, settings, token) {
    const url = new URL('/paddle/checkout', home);
    url.search = new URLSearchParams({
      transaction: transactionId,
      embed: '1',
      origin: window.location.origin,
      token,
    }).toString();
    for (const name of ['theme', 'locale'])
      if (typeof settings[name] === 'string') url.searchParams.set(name, settings[name]);
    return url.href;
  }

  /** @param {string} src */
  function overlay(src) {
    const dialog = document.createElement('dialog');
    dialog.setAttribute('aria-label', 'Checkout');
    // Until the frame has its page, this document must receive the Escape key.
    dialog.setAttribute('autofocus', '');
    dialog.tabIndex = -1;
    const cover = { position: 'fixed', inset: '0', width: '100%', height: '100%', 'max-width': 'none' };
    const bare = { 'max-height': 'none', margin: '0', padding: '0', border: '0', overflow: 'hidden' };
    style(dialog, { ...cover, ...bare, background: 'rgb(15 17 22 / 60%)', outline: '0' });
    const frame = document.createElement('iframe');
    frame.title = 'Checkout';
    frame.name = 'paddle_frame';
    frame.className = 'paddle-frame paddle-frame-overlay';
    frame.allow = 'payment';
    const narrow = 'min(100%, 56rem)';
    style(frame, { position: 'absolute', inset: '0', margin: 'auto', border: '0', 'color-scheme': 'normal' });
    style(frame, { width: narrow, height: 'min(100%, 46rem)' });
    if (window.innerWidth > 640) style(frame, { 'border-radius': '12px' });
    frame.src = src;
    dialog.append(frame);
    return { dialog, frame };
  }

  /** @param {{ transactionId?: unknown, settings?: Record<string, unknown> }} [options] */
  function open(options = {}) {
    if (!setup)
      throw new Error('[PADDLE] Call Paddle.Initialize() with a token before Paddle.Checkout.open().');
    const { transactionId } = options;
    const settings = { ...setup.settings, ...options.settings };
    if (typeof transactionId !== 'string' || transactionId === '') {
      emitError('invalid_transaction_id', 'The sandbox opens a checkout for a transactionId only.');
      return;
    }
    if (settings.displayMode !== undefined && settings.displayMode !== 'overlay') {
      emitError('invalid_display_mode', 'The sandbox has the overlay checkout only.');
      return;
    }
    if (current?.transactionId === transactionId) return;
    dismiss();
    leaving?.remove();

    const { dialog, frame } = overlay(frameUrl(transactionId, settings, setup.token));
    let hasSpoken = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let silence;
    /** @param {MessageEvent} message */
    const listen = (message) => {
      if (message.origin !== home || message.source !== frame.contentWindow) return;
      if (message.data?.source !== messageSource) return;
      if (!hasSpoken) frame.focus();
      hasSpoken = true;
      clearTimeout(silence);
      onMessage(message.data);
    };
    window.addEventListener('message', listen);
    frame.addEventListener('load', () => {
      if (hasSpoken) return;
      clearTimeout(silence);
      silence = setTimeout(() => {
        dismiss();
        emitError('checkout_not_loaded', 'The checkout could not be loaded.');
      }, silenceMs);
    });
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault();
      close();
    });
    const stop = () => {
      clearTimeout(silence);
      window.removeEventListener('message', listen);
    };
    current = { dialog, transactionId, settings, lastData: undefined, stop };
    document.body.append(dialog);
    // A modal dialog is above the page's own dialogs, keeps the focus in the checkout and restores it.
    dialog.showModal();
  }

  /** @param {{ token?: unknown, eventCallback?: (event: object) => void, checkout?: { settings?: Record<string, unknown> } }} [options] */
  function initialize(options = {}) {
    if (typeof options.token !== 'string' || options.token === '')
      throw new Error('[PADDLE] Paddle.Initialize() needs a client-side token.');
    setup = {
      token: options.token,
      eventCallback: options.eventCallback,
      settings: options.checkout?.settings ?? {},
    };
    paddle.Initialized = true;
    // A payment link: the page in it opens its transaction automatically.
    const linked = new URLSearchParams(window.location.search).get('_ptxn');
    if (linked) open({ transactionId: linked });
  }

  /** @param {{ eventCallback?: (event: object) => void, checkout?: { settings?: Record<string, unknown> } }} options */
  function update(options) {
    if (!setup) throw new Error('[PADDLE] Call Paddle.Initialize() before Paddle.Update().');
    if (options.eventCallback) setup.eventCallback = options.eventCallback;
    if (options.checkout?.settings) setup.settings = options.checkout.settings;
  }

  const paddle = {
    Initialized: false,
    Environment: {
      /** @param {string} environment */
      set(environment) {
        if (environment !== 'sandbox' && environment !== 'production')
          throw new Error('[PADDLE] The environment is "sandbox" or "production".');
      },
    },
    Initialize: initialize,
    Setup: initialize,
    Update: update,
    Checkout: { open, close },
    Status: { libraryVersion: 'sandbox' },
  };
  Object.assign(window, { Paddle: paddle });
})();
