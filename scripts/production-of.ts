import { unstable_readConfig as readWranglerConfig } from 'wrangler';

/**
 * Reads the configuration that `wrangler deploy --env production` deploys.
 *
 * @throws Error if a deployment without `--env production` could put other variables under production's name.
 */
export function productionOf(config: string): ReturnType<typeof readWranglerConfig> {
  const production = readWranglerConfig({ config, env: 'production' });
  const unnamed = readWranglerConfig({ config });
  if (production.vars.ENVIRONMENT !== 'production' || unnamed.vars.ENVIRONMENT === 'production') {
    throw new Error(
      `${config}: [env.production.vars] must have ENVIRONMENT = "production", and no other environment can have it.`,
    );
  }
  if (production.name === unnamed.name) {
    throw new Error(
      `${config}: ${production.name} is also the name of what is deployed without an environment.`,
    );
  }
  if ((unnamed.routes ?? []).length > 0 || unnamed.route !== undefined) {
    throw new Error(`${config}: only [env.production] can have routes.`);
  }
  return production;
}
