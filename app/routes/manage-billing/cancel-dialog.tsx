import { ConformForm } from '#app/components/form/conform-form.tsx';
import { SubmitButton } from '#app/components/form/submit-button.tsx';
import { type AnsweredForm, useForm } from '#app/components/form/use-form.ts';
import { WorkspaceNameField } from '#app/components/manage/workspace-name-field.tsx';
import { Dialog } from '#app/components/ui/dialog.tsx';
import { Notice } from '#app/components/ui/notice.tsx';
import { TimeText } from '#app/components/ui/time.tsx';
import { type Money, moneyText } from '#app/domain/billing/money.ts';
import { paths } from '#app/domain/paths.ts';
import { countText } from '#app/i18n/count-text.ts';
import { t } from '#app/i18n/t.ts';

export interface CancelDialogProps extends AnsweredForm {
  /** The page with this dialog, which handles its form. */
  action: string;
  workspaceName: string;
  /** Posted back, see `requireShown`. */
  shown: string;
  /** When the subscription would end, UTC ms. */
  endsAt: number;
  /** The charge of cancelling, since no next bill comes; null for nothing. */
  owed: Money | null;
  /** Executions beyond the plan, which cancelling charges too. */
  paidExecutions?: number;
}

/** Cancelling deletes a workspace, so the person must type its name. */
export function CancelDialog(props: CancelDialogProps) {
  const { action, workspaceName, shown, endsAt, owed, paidExecutions = 0, lastResult } = props;
  const [form, fields] = useForm<{ workspaceName: string }>({ id: 'cancel', lastResult });
  return (
    <Dialog
      title={t('billing.end.dialog.title')}
      closeTo={paths.billing}
      closeLabel={t('billing.end.dialog.close')}
    >
      <ConformForm form={form} action={action}>
        <input type="hidden" name="shown" value={shown} />
        <p>
          <TimeText i18nKey="billing.end.dialog.body" at={endsAt} format="date" />
        </p>
        {owed && <Notice tone="warning">{t('billing.end.dialog.owed', { amount: moneyText(owed) })}</Notice>}
        {paidExecutions > 0 && (
          <Notice tone="warning">
            {t('billing.end.dialog.overage', {
              count: paidExecutions,
              executions: countText(paidExecutions),
            })}
          </Notice>
        )}
        <p>
          {t('billing.end.dialog.undo')} {owed && t('billing.end.dialog.refund')}
        </p>
        <WorkspaceNameField field={fields.workspaceName} name={workspaceName} />
        <SubmitButton name="intent" value="cancel" variant="danger">
          {t('billing.end.dialog.submit')}
        </SubmitButton>
      </ConformForm>
    </Dialog>
  );
}
