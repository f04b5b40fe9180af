import { useEffect, useRef, useState } from 'react';
import type { CheckoutPurpose } from '#app/domain/billing/checkout-purpose.ts';
import { loadPaddle, openCheckout } from './paddle-script.ts';
import { onPaidElsewhere } from './paid-elsewhere.ts';
import { waitForActive } from './wait-for-active.ts';

/** How far a checkout is; `unreachable` when the form cannot be shown here, `failed` when no payment arrived. */
export type CheckoutStage = 'loading' | 'open' | 'waiting' | 'done' | 'failed' | 'unreachable';

export interface CheckoutOutcomes {
  /** The subscription is active. */
  onActive: () => void;
  /** It was closed without a payment. */
  onClosed: () => void;
}

export interface CheckoutStart {
  /** Null when it was gone through on the provider's own page. */
  transactionId: string | null;
  purpose: CheckoutPurpose;
  isDone: boolean;
  clientToken: string;
  scriptUrl: string;
}

/** Opens the checkout. @returns its progress. @param outcomes where to go at its end. */
export function useCheckout(
  { transactionId, purpose, isDone, clientToken, scriptUrl }: CheckoutStart,
  outcomes: CheckoutOutcomes,
): CheckoutStage {
  const first = transactionId === null ? 'waiting' : 'loading';
  const [stage, setStage] = useState<CheckoutStage>(isDone ? 'done' : first);
  const latest = useRef(outcomes);
  latest.current = outcomes;

  useEffect(() => {
    if (isDone) return;
    const left = new AbortController();
    const { signal } = left;
    const ifHere = (next: CheckoutStage) => !signal.aborted && setStage(next);
    const wait = () => {
      ifHere('waiting');
      waitForActive(signal).then(
        (isActive) => {
          if (isActive && !signal.aborted) latest.current.onActive();
          else ifHere('failed');
        },
        () => ifHere('failed'),
      );
    };
    if (transactionId === null) {
      wait();
      return () => left.abort();
    }
    let close = () => {};
    loadPaddle(scriptUrl, signal).then(
      (paddle) => {
        if (signal.aborted) return;
        let isOver = false;
        const end = (next: () => void) => {
          if (isOver) return;
          isOver = true;
          next();
        };
        close = () => end(() => paddle.Checkout.close());
        // The status says nothing about another card: the subscription is active all the time.
        if (purpose !== 'card') {
          onPaidElsewhere(signal, () => {
            if (isOver) return;
            close();
            latest.current.onActive();
          });
        }
        openCheckout(paddle, { clientToken, transactionId }, (event) => {
          if (isOver) return;
          if (event === 'checkout.loaded') ifHere('open');
          else if (event === 'checkout.error') end(() => ifHere('unreachable'));
          else if (event === 'checkout.closed') end(() => latest.current.onClosed());
          else if (event === 'checkout.completed') {
            close();
            wait();
          }
        });
      },
      () => ifHere('unreachable'),
    );
    return () => {
      left.abort();
      close();
    };
  }, [transactionId, purpose, isDone, clientToken, scriptUrl]);

  return stage;
}
