import { type ComponentType, lazy, memo, Suspense } from 'react';
import { onMissingChunk } from '#app/components/layout/chunk-guard.ts';
import { CancelDialog, type CancelDialogProps } from './cancel-dialog.tsx';

/** In the server's HTML, or loaded on demand: not in the page's script. The build drops the other side's branch. */
const LazyCancelDialog: ComponentType<CancelDialogProps> = import.meta.env.SSR
  ? CancelDialog
  : lazy(async () => ({ default: (await import('./cancel-dialog.tsx').catch(onMissingChunk)).CancelDialog }));

/** Memoized, because an update of the page around it would make React throw the server's HTML away before the script is there. */
export const DeferredCancelDialog = memo(function DeferredCancelDialog(props: CancelDialogProps) {
  return (
    <Suspense fallback={null}>
      <LazyCancelDialog {...props} />
    </Suspense>
  );
});
