/** The same limit as spec §9 sets for the human check's script. */
const SCRIPT_LOAD_TIMEOUT_MS = 15_000;

/** Events of paddle.js about a checkout (https://developer.paddle.com/paddlejs/events/overview). */
interface PaddleEvent {
  name?: string;
}

/** https://developer.paddle.com/paddlejs/methods/overview: the parts that the page uses. */
export interface PaddleScript {
  Initialized?: boolean;
  Environment: { set(environment: 'sandbox'): void };
  Initialize(options: { token: string; eventCallback: (event: PaddleEvent) => void }): void;
  Update(options: { eventCallback: (event: PaddleEvent) => void }): void;
  Checkout: { open(options: { transactionId: string }): void; close(): void };
}

const getLoadedPaddle = () => (window as { Paddle?: PaddleScript }).Paddle;

/**
 * Loads the provider's script; it may exist from an earlier visit of the page.
 * @throws when it does not load within 15 s, or is not Paddle's.
 */
export function loadPaddle(scriptUrl: string, signal: AbortSignal): Promise<PaddleScript> {
  const loaded = getLoadedPaddle();
  if (loaded) return Promise.resolve(loaded);
  return new Promise((resolve, reject) => {
    const fail = (reason: string) => {
      clearTimeout(timer);
      script.remove();
      reject(new Error(reason));
    };
    const timer = setTimeout(
      () => fail('The checkout’s script did not load in time.'),
      SCRIPT_LOAD_TIMEOUT_MS,
    );
    const script = document.createElement('script');
    script.src = scriptUrl;
    script.onload = () => {
      clearTimeout(timer);
      const paddle = getLoadedPaddle();
      if (paddle) resolve(paddle);
      else fail('The checkout’s script brought no checkout.');
    };
    script.onerror = () => fail('The checkout’s script could not be loaded.');
    signal.addEventListener('abort', () => fail('The page was left.'));
    document.head.appendChild(script);
  });
}

/** Opens a transaction's checkout, and passes its events to `onEvent`. */
export function openCheckout(
  paddle: PaddleScript,
  { clientToken, transactionId }: { clientToken: string; transactionId: string },
  onEvent: (name: string) => void,
): void {
  const eventCallback = ({ name }: PaddleEvent) => onEvent(name ?? '');
  if (paddle.Initialized) {
    paddle.Update({ eventCallback });
  } else {
    // Paddle's own test mode is another server, with separate tokens.
    if (clientToken.startsWith('test_')) paddle.Environment.set('sandbox');
    paddle.Initialize({ token: clientToken, eventCallback });
  }
  paddle.Checkout.open({ transactionId });
}
