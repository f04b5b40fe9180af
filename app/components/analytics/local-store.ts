/** Local storage as something that may not be there: a browser can block it, or have no room left. */
export const localStore = {
  read(key: string): string | null {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  },

  write(key: string, value: string): void {
    try {
      localStorage.setItem(key, value);
    } catch {
      // Everything kept here is a convenience: without it a person types their name once more.
    }
  },

  remove(key: string): void {
    try {
      localStorage.removeItem(key);
    } catch {
      // What cannot be read was not kept either.
    }
  },
};
