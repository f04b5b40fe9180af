import { useEffect, useId, useRef, useState } from 'react';
import { t } from '#app/i18n/t.ts';
import { solveHumanCheck } from './solve.ts';

type Progress = 'open' | 'solving' | 'solved' | 'failed' | 'timed-out';

/**
 * ALTCHA's proof of work behind a checkbox of our own. Ticking it fetches a challenge and solves it off the main
 * thread; the solution travels in a hidden field.
 */
export function AltchaCheck({
  name,
  isRefused,
  errorId,
}: {
  name: string;
  isRefused: boolean;
  errorId: string;
}) {
  const id = useId();
  const [progress, setProgress] = useState<Progress>('open');
  const [payload, setPayload] = useState('');
  const abort = useRef<AbortController | null>(null);

  useEffect(() => () => abort.current?.abort(), []);

  // A refused check is used up or out of date: the box is open again.
  useEffect(() => {
    if (!isRefused) return;
    setProgress('open');
    setPayload('');
  }, [isRefused]);

  async function solve() {
    abort.current?.abort();
    const controller = new AbortController();
    abort.current = controller;
    setProgress('solving');
    const outcome = await solveHumanCheck(controller.signal);
    if (controller.signal.aborted) return;
    if (outcome.kind === 'solved') setPayload(outcome.payload);
    setProgress(outcome.kind);
  }

  const isTicked = progress === 'solving' || progress === 'solved';
  return (
    <>
      <input type="hidden" name={name} value={payload} />
      <div className="checkbox">
        <input
          id={id}
          className="checkbox__input"
          type="checkbox"
          checked={isTicked}
          disabled={progress === 'solving'}
          aria-invalid={isRefused || undefined}
          aria-describedby={isRefused ? errorId : undefined}
          onChange={() => {
            if (!isTicked) void solve();
          }}
        />
        <label className="checkbox__label" htmlFor={id}>
          {t('humanCheck.label')}
        </label>
      </div>
      <p className="field__hint" role="status">
        {progress === 'solving' && t('humanCheck.solving')}
        {progress === 'solved' && t('humanCheck.solved')}
        {progress === 'failed' && t('humanCheck.failed')}
        {progress === 'timed-out' && t('humanCheck.loadTimeout')}
      </p>
    </>
  );
}
