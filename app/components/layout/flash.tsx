import { useState } from 'react';
import { Notice, type Tone } from '../ui/notice.tsx';

export interface FlashProps {
  /** A sentence, already translated; null when nothing happened. */
  message: string | null;
  tone?: Tone | undefined;
}

/**
 * What just happened, told once; closable. The region stays in the page while it is empty, since screen readers
 * announce only what changes inside a region they know.
 */
export function Flash({ message, tone = 'success' }: FlashProps) {
  const [closedMessage, setClosedMessage] = useState<string | null>(null);
  return (
    <div className="layout__flash" role="status">
      {message && message !== closedMessage && (
        <Notice tone={tone} role="none" onClose={() => setClosedMessage(message)}>
          {message}
        </Notice>
      )}
    </div>
  );
}
