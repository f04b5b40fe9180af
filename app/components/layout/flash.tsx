import { useState } from 'react';
import { Notice, type Tone } from '../ui/notice.tsx';

export interface FlashProps {
  /** A sentence, already translated; null when nothing happened. */
  message: string | null;
  tone?: Tone | undefined;
}

/**
 * The result of the last action, shown once and closable. The empty region stays in the page, since screen readers
 * announce only changes inside a region they know.
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
