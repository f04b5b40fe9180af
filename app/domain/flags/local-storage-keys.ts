/** Everything that the portal stores in a browser's local storage (spec §9). */
export const localStorageKeys = {
  /** JSON, a variant by experiment; set by hand. Overrides the flag and the assignment. */
  experimentOverrides: 'weft.experiment-overrides',
  /** Names of the experiments that were reported, separated by spaces. Only with consent. */
  tracking: 'weft.tracking',
  /** The last user name on this browser; /login offers it. */
  cachedUsername: 'weft.username',
  /** JSON: the requested template, until the workspace can show it. */
  templateRedirectId: 'weft.template',
  /** `off`: the key `?` does not open the list of shortcuts. */
  questionMark: 'weft.question-mark',
} as const;
