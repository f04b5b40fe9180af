/** Local storage that may be unavailable: a browser can block it, or have no space left. */
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
      // Everything stored here is a convenience: without it a person types their name again.
    }
  },

  remove(key: string): void {
    try {
      localStorage.removeItem(key);
    } catch {
      // An unreadable value counts as missing.
    }
  },
};
