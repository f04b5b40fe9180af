import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseConfig } from '#app/config.ts';
import { nextOnboardingStep, onboardingSteps } from '#app/domain/account/onboarding.ts';
import { safeReturnPath } from '#app/domain/paths.ts';

test('the next step is always the first open one', () => {
  const when = fc.option(fc.nat(), { nil: null });
  fc.assert(
    fc.property(when, when, when, when, when, (...done) => {
      const [confirmedAt, surveyAnsweredAt, appsSelectedAt, teammatesInvitedAt, launchedAt] = done;
      const step = nextOnboardingStep({
        confirmedAt,
        surveyAnsweredAt,
        appsSelectedAt,
        teammatesInvitedAt,
        launchedAt,
      });
      const first = done.indexOf(null);
      expect(step).toBe(first === -1 ? null : onboardingSteps[first]);
    }),
  );
});

test('no return path leaves the portal, for generated paths', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('/', '\\', '.', ':', 'a', '%', '2', 'F', '\t', '\n', '?', '@') }),
      (path) => {
        const followed = new URL(safeReturnPath(path), 'https://weft.example');
        expect(followed.origin).toBe('https://weft.example');
      },
    ),
    { numRuns: 5_000 },
  );
});

test('a bad configuration names each bad variable', () => {
  expect(() =>
    parseConfig({ ENVIRONMENT: 'production', PORTAL_URL: 'http://weft.example', MAIL_URL: 'x' }),
  ).toThrow(/DATABASE_URL[\s\S]*MAIL_URL[\s\S]*WORKSPACE_MASTER_KEY/);
});
