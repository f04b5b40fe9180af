import { json } from '@remix-run/cloudflare';
import { expect, expectTypeOf, test } from 'vitest';
import { anyone } from '#app/http/admission.ts';
import { formAction, page } from '#app/http/handlers.ts';
import type { FindsJson } from '#app/remix/json-only.ts';

const ofJson = () =>
  json({ at: 1, list: [{ name: 'Ada' as string | null }], note: undefined as string | undefined });

// The compiler checks these lines (`npm run typecheck`); the functions that declare loaders and actions use this type.
test('the compiler accepts a loader that returns JSON', () => {
  expectTypeOf<FindsJson<ReturnType<typeof ofJson>>>().toBeUnknown();
  expectTypeOf<FindsJson<Response>>().toBeUnknown();
  expectTypeOf<FindsJson<null>>().toBeUnknown();
  expectTypeOf<FindsJson<string & { readonly brand: unique symbol }>>().toBeUnknown();
});

test('the compiler refuses dates, maps, sets, big integers, functions and lists with gaps at any depth', () => {
  expectTypeOf<FindsJson<{ at: Date }>>().toEqualTypeOf<{ readonly notJson: Date }>();
  expectTypeOf<FindsJson<{ list: { of: Map<string, string> }[] }>>().not.toBeUnknown();
  expectTypeOf<FindsJson<{ ids: Set<string> }>>().not.toBeUnknown();
  expectTypeOf<FindsJson<{ count: bigint | null }>>().not.toBeUnknown();
  expectTypeOf<FindsJson<{ sort: (a: string) => number }>>().not.toBeUnknown();
  expectTypeOf<FindsJson<(string | undefined)[]>>().not.toBeUnknown();
  const found = () => json({ at: 1, until: [new Date(0)] });
  expectTypeOf<FindsJson<ReturnType<typeof found>>>().not.toBeUnknown();
});

test('the compiler refuses a page whose loader or action returns a date', () => {
  const found = async () => json({ at: new Date(0) });
  // @ts-expect-error A date is a text in JSON.
  expect(page(anyone, found)).toHaveProperty('admission', anyone);
  // @ts-expect-error A date is a text in JSON.
  expect(formAction(anyone, found)).toHaveProperty('admission', anyone);
});
