export const checkoutPurposes = ['subscribe', 'card', 'pay', 'resubscribe'] as const;
/** Why a person goes through a checkout: a first plan, another card, an overdue payment, a paused subscription. */
export type CheckoutPurpose = (typeof checkoutPurposes)[number];
