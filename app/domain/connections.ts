/**
 * Calls (`fetch`, R2) of one invocation, or of one Durable Object with all its requests, that may wait for the start of their answers.
 * Cloudflare queues further ones, while their own deadlines already run.
 * https://developers.cloudflare.com/workers/platform/limits/#simultaneous-open-connections
 */
export const MAX_CONNECTIONS = 6;
