import { newToken } from '#app/crypto/secrets.ts';
import type { ClientInfo } from '#app/domain/access/client-info.ts';
import { networkOf } from '#app/domain/access/network.ts';
import { regionOfContinent } from '#app/domain/instance/clusters.ts';
import { readDeviceToken } from '#app/http/session-token.ts';
import { configOf } from './config-of.ts';
import type { Env } from './env.ts';

/** The client, as the edge reports it; none of it is authenticated. */
export function clientOf(request: Request, env: Env): ClientInfo {
  const cf = request.cf as IncomingRequestCfProperties | undefined;
  const place = [cf?.city, cf?.country].filter(Boolean).join(', ');
  const address = request.headers.get('CF-Connecting-IP') ?? 'unknown';
  const newDeviceToken = newToken();
  return {
    address,
    network: networkOf(address),
    place: place === '' ? null : place.slice(0, 128),
    userAgent: (request.headers.get('User-Agent') ?? '').slice(0, 256),
    region: regionOfContinent(cf?.continent),
    deviceToken: readDeviceToken(request, configOf(env).portal.isSecure) ?? newDeviceToken,
    newDeviceToken,
  };
}

/** @returns Cloudflare's code of the data center that received the request; undefined on a developer's machine. */
export function placeOf(request: Request): string | undefined {
  return (request.cf as IncomingRequestCfProperties | undefined)?.colo;
}
