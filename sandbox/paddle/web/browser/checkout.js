// The checkout page's own script. Without it the page is a plain form. With it the form is sent in the background, so that
// entered data stay, and the page that opened the overlay gets events.
(() => {
  const messageSource = 'paddle-checkout';
  const portal = document.body.dataset.portal;
  document.documentElement.classList.add('scripted');

  /** @param {object} message */
  function postToParent(message) {
    if (portal && window.parent !== window)
      window.parent.postMessage({ source: messageSource, ...message }, portal);
  }

  function announce() {
    const events = document.querySelector('main')?.dataset.events ?? '[]';
    for (const event of JSON.parse(events)) postToParent({ event });
  }

  const fields = () =>
    [...document.querySelectorAll('form input:not([type=hidden]), form select')].filter(isField);

  /** @param {Element} element @returns {element is HTMLInputElement | HTMLSelectElement} */
  function isField(element) {
    return element instanceof HTMLInputElement || element instanceof HTMLSelectElement;
  }

  /** @param {string} sentence */
  function say(sentence) {
    const alert = document.querySelector('[role=alert]');
    if (alert) alert.textContent = sentence;
  }

  /** Shows the server's answer; fields that the person changed meanwhile are kept. @param {string} markup */
  function show(markup) {
    const answer = new DOMParser().parseFromString(markup, 'text/html').querySelector('main');
    const main = document.querySelector('main');
    if (!answer || !main) throw new Error('The answer is no checkout page.');
    const typed = new Map(fields().map((field) => [field.name, field.value]));
    const focused =
      document.activeElement && isField(document.activeElement) ? document.activeElement.name : '';
    main.replaceWith(document.adoptNode(answer));
    for (const field of fields()) field.value = typed.get(field.name) ?? field.value;
    const wanted =
      document.querySelector('[aria-invalid=true]') ??
      fields().find((field) => field.name === focused) ??
      document.querySelector('[role=alert]:not(:empty), h1');
    if (wanted instanceof HTMLElement) wanted.focus();
    announce();
  }

  /** A press on a button that is replaced before its release would be no click: an answer is shown after the release. */
  let released = Promise.resolve();
  document.addEventListener('pointerdown', () => {
    released = new Promise((resolve) => {
      // The click follows the release in the same task.
      const release = () => setTimeout(resolve);
      for (const end of ['pointerup', 'pointercancel']) window.addEventListener(end, release, { once: true });
    });
  });

  /** @param {URLSearchParams} body */
  async function send(body) {
    const form = document.querySelector('form');
    form?.setAttribute('aria-busy', 'true');
    try {
      const response = await fetch(window.location.href, { method: 'POST', body });
      if (response.status >= 500) throw new Error(`status ${response.status}`);
      const markup = await response.text();
      await released;
      show(markup);
    } catch (error) {
      console.error('[PADDLE]', error);
      say('The payment service did not answer. Please try again.');
    } finally {
      form?.removeAttribute('aria-busy');
    }
  }

  /** Requests run one after another: a payment waits for a pending total, and is sent with the total that was seen. */
  let sending = Promise.resolve();
  let isPaying = false;

  document.addEventListener('submit', (event) => {
    if (!(event.target instanceof HTMLFormElement)) return;
    event.preventDefault();
    const body = new URLSearchParams();
    for (const [name, value] of new FormData(event.target, event.submitter))
      if (typeof value === 'string') body.set(name, value);
    const pays = body.get('intent') === 'pay';
    if (isPaying) return;
    isPaying = pays;
    sending = sending
      .then(() => send(body))
      .finally(() => {
        if (pays) isPaying = false;
      });
  });
  /** Updates the total after a change of a field that the tax depends on. @param {Element} field */
  function updateTotal(field) {
    const update = document.querySelector('button[value=update]');
    if (isField(field) && field.dataset.taxed !== undefined && update instanceof HTMLButtonElement)
      field.form?.requestSubmit(update);
  }

  /** @param {HTMLInputElement | HTMLSelectElement} field */
  const isChanged = (field) =>
    field instanceof HTMLSelectElement
      ? field.value !== '' && !field.selectedOptions[0]?.defaultSelected
      : field.value !== field.defaultValue;

  document.addEventListener('change', ({ target }) => {
    if (target instanceof Element) updateTotal(target);
  });
  document.addEventListener('click', (event) => {
    if (event.target instanceof Element && event.target.closest('[data-close]'))
      postToParent({ close: true });
  });
  document.addEventListener('keydown', (event) => {
    // In a list of countries, the key closes the list.
    if (event.key === 'Escape' && !(event.target instanceof HTMLSelectElement)) postToParent({ close: true });
  });
  announce();
  // What was filled in before this script ran; one update reads all fields.
  const changed = fields().find((field) => field.dataset.taxed !== undefined && isChanged(field));
  if (changed) updateTotal(changed);
})();
