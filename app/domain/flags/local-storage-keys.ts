/** Everything that the portal keeps in a browser's local storage (spec §9). */
export const localStorageKeys = {
  /** JSON, a variant by experiment; set by hand. Comes before the flag and before the assignment. */
  experimentOverrides: 'weft.experiment-overrides',
  /** Which experiments’ variants were told already, by spaces. Only while there is consent. */
  tracking: 'weft.tracking',
  /** Who signed in here last; offered on /login. */
  cachedUsername: 'weft.username',
  /** JSON: the template that somebody came for, until their workspace can show it. */
  templateRedirectId: 'weft.template',
} as const;
