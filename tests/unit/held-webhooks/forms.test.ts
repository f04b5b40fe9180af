import { expect, test } from 'vitest';
import { heldChangeSchema, heldPathSchema, heldSelectionSchema } from '#app/domain/held-webhooks/forms.ts';

const errorsOf = (result: { error?: { issues: Array<{ path: PropertyKey[]; message: string }> } }) =>
  Object.fromEntries((result.error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]));

test.for(['/webhook/orders', '/webhook/', '/form/%20x', `/${'a'.repeat(8_191)}`])(
  'accepts the path %#',
  (path) => {
    expect(heldPathSchema.parse(path)).toBe(path);
  },
);

test.for([
  '',
  'webhook/orders',
  '/webhook/a?b',
  '/webhook/a#b',
  '/webhook/a b',
  `/${'a'.repeat(8_192)}`,
  7,
  null,
])('refuses the path %#', (path) => {
  expect(errorsOf(heldPathSchema.safeParse(path))).toEqual({ '': 'fieldErrors.path_invalid' });
});

test('a selection has either ids or a path', () => {
  expect(heldSelectionSchema.parse({ ids: ['hld_1'] })).toEqual({ ids: ['hld_1'] });
  expect(heldSelectionSchema.parse({ path: '/webhook/a' })).toEqual({ path: '/webhook/a' });
  for (const wrong of [{}, { ids: ['hld_1'], path: '/webhook/a' }, { ids: [] }, { ids: 'hld_1' }]) {
    expect(errorsOf(heldSelectionSchema.safeParse(wrong)), JSON.stringify(wrong)).toEqual({
      ids: 'fieldErrors.held_selection',
    });
  }
  const many = Array.from({ length: 51 }, (_, index) => `hld_${index}`);
  expect(heldSelectionSchema.safeParse({ ids: many }).success).toBe(false);
  expect(heldSelectionSchema.safeParse({ ids: many.slice(1) }).success).toBe(true);
});

test('a change has only the given fields, and no unknown ones', () => {
  expect(heldChangeSchema.parse({})).toEqual({});
  expect(heldChangeSchema.parse({ paused: false, order: undefined })).toEqual({ paused: false });
  const path = { path: '/webhook/a', choice: 'answer' };
  expect(heldChangeSchema.parse({ order: 'straight_on', path })).toEqual({ order: 'straight_on', path });
  for (const wrong of [{ paused: 'yes' }, { order: 'newest' }, { path: '/webhook/a' }, { choice: 'hold' }]) {
    expect(heldChangeSchema.safeParse(wrong).success, JSON.stringify(wrong)).toBe(false);
  }
});
