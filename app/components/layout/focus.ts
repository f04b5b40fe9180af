/** Selector of what the Tab key reaches. */
const CONTROLS =
  ':is(a[href], button, input:not([type="hidden"]), select, textarea, summary):not(:disabled, [tabindex="-1"])';

/** React runs a removed dialog's effect, which returns the focus, after it changed the document. */
const DIALOG_RETURNS_WITHIN_MS = 100;

/** The focused control and its place in the document, which outlast its removal. */
interface Place {
  control: HTMLElement;
  /** `nameOf` the control before it was pressed: a pending button has other words. */
  name: string;
  /** The page's heading. */
  heading: string | undefined;
  /** The control's ancestors, the nearest first, and the index of the child that contains the control. */
  around: ReadonlyArray<{ parent: Element; index: number }>;
}

/**
 * Keeps the focus where an action removes or replaces the focused control: the browser would move it to the body, and the
 * next Tab would start at the top of the page. `NavigationFocus` moves the focus on another page. A dialog returns the focus
 * itself, unless its opener is gone too.
 */
function keepFocus(): void {
  let place: Place | undefined;
  const remember = (target: EventTarget | null) => {
    place = target instanceof HTMLElement ? placeOf(target) : undefined;
  };
  remember(document.activeElement);
  addEventListener('focusin', ({ target }) => remember(target));
  // Chromium also sends it for a control that is being removed, which is gone after the task.
  addEventListener('focusout', ({ target }) =>
    queueMicrotask(() => {
      if (place?.control === target && place.control.isConnected && isFocusLost()) place = undefined;
    }),
  );
  new MutationObserver((changes) => {
    if (!place) return;
    const added = changes
      .flatMap(({ addedNodes }) => [...addedNodes])
      .filter((node) => node instanceof Element);
    if (place.control.isConnected) return focusNewRow(place.control, added);
    const left = place;
    place = undefined;
    if (left.control.closest('dialog'))
      setTimeout(() => isFocusLost() && focusNear(left, added), DIALOG_RETURNS_WITHIN_MS);
    else if (isFocusLost()) focusNear(left, added);
  }).observe(document, { childList: true, subtree: true });
}

function isFocusLost(): boolean {
  return document.activeElement === document.body;
}

function placeOf(control: HTMLElement): Place {
  const around = [];
  for (let child: Element = control; child.parentElement; child = child.parentElement)
    around.push({ parent: child.parentElement, index: [...child.parentElement.children].indexOf(child) });
  return { control, name: nameOf(control), heading: pageHeading()?.textContent ?? undefined, around };
}

/** Focuses the first field of the row that a list's button added. */
function focusNewRow(button: HTMLElement, added: readonly Element[]): void {
  // The name of Conform's buttons.
  if (document.activeElement !== button || button.getAttribute('name') !== '__intent__') return;
  const form = button.closest('form');
  const row = added.find((node) => form?.contains(node) && node.querySelector(CONTROLS));
  row?.querySelector<HTMLElement>(CONTROLS)?.focus();
}

/**
 * Focuses the control that replaces the removed one; else, in a form, the next row; else the heading of what is left, so
 * that a second Enter acts on nothing.
 */
function focusNear({ name, heading, around }: Place, added: readonly Element[]): void {
  const left = around.find(({ parent }) => parent.isConnected);
  // Without its layout, this is another page.
  if (!left?.parent.closest('.layout')) return;
  const twin = added.flatMap(controlsIn).find((one) => nameOf(one) === name);
  const form = left.parent.closest('form');
  // With another heading too: the setup's steps share an address, and their buttons a name.
  const isSamePage = pageHeading()?.textContent === heading;
  const target = isSamePage ? (twin ?? (form && rowAt(left)) ?? headingOf(left.parent)) : pageHeading();
  if (!target) return;
  if (!target.matches(CONTROLS)) target.tabIndex = -1;
  target.focus({ preventScroll: true });
}

function rowAt({ parent, index }: Place['around'][number]): HTMLElement | undefined {
  return [...parent.children].slice(index).flatMap(controlsIn)[0];
}

/** @returns the heading of the element's open dialog or card, else of the page, which is inert behind a dialog. */
function headingOf(element: Element): HTMLElement | null {
  return element.closest('dialog[open], .card')?.querySelector('h2') ?? pageHeading();
}

function pageHeading(): HTMLElement | null {
  return document.querySelector('h1');
}

function controlsIn(element: Element): HTMLElement[] {
  const inside = [...element.querySelectorAll<HTMLElement>(CONTROLS)];
  return element instanceof HTMLElement && element.matches(CONTROLS) ? [element, ...inside] : inside;
}

/** @returns what tells a control from the others: its name for people, its name in the form, its address. */
function nameOf(control: Element): string {
  const [label, field, address] = ['aria-label', 'name', 'href'].map((name) => control.getAttribute(name));
  return [control.tagName, label ?? control.textContent, field, address].join('\n');
}

keepFocus();

export {};
