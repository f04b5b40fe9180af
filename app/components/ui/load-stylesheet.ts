const loads = new Map<string, Promise<void>>();

/** Adds a stylesheet to the page, once. Also resolves if it does not load: what it styles is usable without it. */
export function loadStylesheet(href: string): Promise<void> {
  let load = loads.get(href);
  if (!load) {
    load = new Promise((resolve) => {
      const [onload, onerror] = [() => resolve(), () => resolve()];
      const link = document.createElement('link');
      document.head.appendChild(Object.assign(link, { rel: 'stylesheet', href, onload, onerror }));
    });
    loads.set(href, load);
  }
  return load;
}
