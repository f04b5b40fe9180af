import { type ComponentType, lazy, memo, Suspense } from 'react';
import { CancelDialog, type CancelDialogProps } from './cancel-dialog.tsx';

/**
 * Cancelling comes with the server's page, or once somebody asks for it: its script is no part of the page. The build drops the
 * branch that is not of its side.
 */
const LazyCancelDialog: ComponentType<CancelDialogProps> = import.meta.env.SSR
  ? CancelDialog
  : lazy(async () => ({ default: (await import('./cancel-dialog.tsx')).CancelDialog }));

/** Memoized, because an update of the page around it would make React throw the server's HTML away before the script is there. */
export const DeferredCancelDialog = memo(function DeferredCancelDialog(props: CancelDialogProps) {
  return (
    <Suspense fallback={null}>
      <LazyCancelDialog {...props} />
    </Suspense>
  );
});
