import { newToken } from '#app/crypto/secrets.ts';
import type { ClientInfo } from '#app/domain/access/client-info.ts';
import { networkOf } from '#app/domain/access/network.ts';
import { regionOfContinent } from '#app/domain/instance/clusters.ts';
import { once } from '#app/domain/once.ts';
import { readDeviceToken } from '#app/http/session-token.ts';
import { configOf } from './config-of.ts';
import type { Env } from './env.ts';

/** The client, as the edge reports it; none of it is authenticated. */
export function clientOf(request: Request, env: Env): ClientInfo {
  const address = request.headers.get('CF-Connecting-IP') ?? 'unknown';
  // Only what signs in or changes something needs the edge's record, or a token.
  const edge = once(() => request.cf as IncomingRequestCfProperties | undefined);
  const newDeviceToken = once(newToken);
  const deviceToken = once(() => readDeviceToken(request, configOf(env).portal.isSecure) ?? newDeviceToken());
  return {
    address,
    network: networkOf(address),
    get place() {
      const place = [edge()?.city, edge()?.country].filter(Boolean).join(', ');
      return place === '' ? null : place.slice(0, 128);
    },
    userAgent: (request.headers.get('User-Agent') ?? '').slice(0, 256),
    get region() {
      return regionOfContinent(edge()?.continent);
    },
    get deviceToken() {
      return deviceToken();
    },
    get newDeviceToken() {
      return newDeviceToken();
    },
  };
}

/** @returns Cloudflare's code of the data center that received the request; undefined on a developer's machine. */
export function dataCenterOf(request: Request): string | undefined {
  return (request.cf as IncomingRequestCfProperties | undefined)?.colo;
}
