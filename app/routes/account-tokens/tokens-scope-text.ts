import type { ApiScope } from '#app/domain/access/api-token.ts';
import type { apiTokens } from '#app/i18n/en/api-tokens.ts';

/** The i18n key of each scope, since keys contain no colon. */
export const scopeTexts: Record<ApiScope, keyof (typeof apiTokens)['scopes']> = {
  'profile:manage': 'profile',
  'workspace:view': 'view',
  'workspace:open': 'open',
  'workspace:configure': 'configure',
  'backup:export': 'export',
  'billing:manage': 'billing',
  'member:invite': 'invite',
  'account:setup': 'setUp',
};
