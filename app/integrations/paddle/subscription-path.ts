/** @returns the path of a subscription, whatever its id holds. */
export function subscriptionPath(subscriptionId: string, action = ''): string {
  return `/subscriptions/${encodeURIComponent(subscriptionId)}${action}`;
}
