/** scrypt's N for the passwords of tests: 32 times cheaper than in production. */
export const CHEAP_HASH_COST = 1_024;

/** Variables of a stack. tests/unit/account/human-check.test.ts and password-hash.test.ts check the full cost. */
export const CHEAP_PROOFS = { HUMAN_CHECK_MAX_GUESSES: '3', PASSWORD_HASH_COST: String(CHEAP_HASH_COST) };
