import { useEffect, useId, useRef, useState } from 'react';
import { t } from '#app/i18n/t.ts';
import { type HumanCheckOutcome, solveHumanCheck } from './solve.ts';

type Progress = 'open' | 'solving' | HumanCheckOutcome['kind'];

/**
 * ALTCHA's proof of work. Ticking the box fetches a challenge and solves it off the main thread; the box's value is the
 * solution.
 */
export function AltchaCheck({
  name,
  errors,
  errorId,
}: {
  name: string;
  /** Errors of the last refusal; a new list for each. */
  errors?: readonly string[] | undefined;
  errorId: string;
}) {
  const id = useId();
  const [progress, setProgress] = useState<Progress>('open');
  const [payload, setPayload] = useState('');
  const abort = useRef<AbortController | null>(null);

  useEffect(() => () => abort.current?.abort(), []);

  // A refused check is used up or out of date: the box is open again.
  useEffect(() => {
    if (!errors) return;
    setProgress('open');
    setPayload('');
  }, [errors]);

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

  const isFailed = progress === 'failed' || progress === 'loadTimeout';
  const isTicked = progress === 'solving' || progress === 'solved';
  return (
    <>
      <div className="checkbox">
        <input
          id={id}
          className="checkbox__input"
          type="checkbox"
          name={name}
          value={payload}
          checked={isTicked}
          // `disabled` would drop the focus.
          aria-disabled={progress === 'solving' || undefined}
          aria-invalid={errors ? true : undefined}
          aria-describedby={errors && errorId}
          onChange={() => {
            if (!isTicked) void solve();
          }}
        />
        <label className="checkbox__label" htmlFor={id}>
          {t('humanCheck.label')}
        </label>
      </div>
      <p className={isFailed ? 'field__errors' : 'field__hint'} role="status">
        {/* One text: a browser that translates the page replaces each, and React could not remove one among others. */}
        {progress !== 'open' && t(`humanCheck.${progress}`)}
      </p>
    </>
  );
}
