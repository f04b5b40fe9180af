import { requirePermission } from '#app/domain/access/require-permission.ts';
import { AppError } from '#app/domain/errors/app-error.ts';
import { fieldError } from '#app/domain/errors/field-errors.ts';
import { withErrorCode } from '#app/domain/errors/with-error-code.ts';
import type { Actor } from '../record-acts.ts';
import type { Services } from '../services.ts';

/**
 * The owner: saves the apps that they use, at least one (spec §5). A new choice replaces the earlier one.
 * @throws AppError forbidden, invalid_form with the field, apps_not_saved.
 */
export async function selectApps(
  ports: Pick<Services, 'clock' | 'onboarding' | 'catalogue'>,
  actor: Actor,
  apps: readonly string[],
): Promise<void> {
  requirePermission(actor.viewer, 'account:setup');
  const catalogue = await ports.catalogue.apps();
  const known = new Set(catalogue.apps.map((app) => app.name));
  // While the catalogue is down, only its fallback is known; the person may have seen more apps before.
  if (catalogue.isComplete && apps.some((app) => !known.has(app))) {
    throw new AppError('invalid_form', { fields: { apps: fieldError('app_unknown') } });
  }
  const act = { now: ports.clock.now(), ...actor, apps: [...new Set(apps)] };
  await withErrorCode('apps_not_saved', () => ports.onboarding.saveApps(act));
}
