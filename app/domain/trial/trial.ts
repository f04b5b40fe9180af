/** Spec §9. */
export const TRIAL_LENGTH_DAYS = 14;
