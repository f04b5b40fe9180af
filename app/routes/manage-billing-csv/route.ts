import { readPaymentFilter } from '#app/domain/billing/payment-filter.ts';
import { memberWithBilling } from '#app/http/admission.ts';
import { csvAnswer } from '#app/http/download-answer.ts';
import { page } from '#app/http/handlers.ts';
import { exportPayments } from '#app/use-cases/billing/export-payments.ts';

/** The payments that /manage/billing lists for the same query, all of them, as a file. */
export const loader = page(
  memberWithBilling('billing:manage'),
  async ({ request, context, viewer, actor }) => {
    const { services } = context;
    const filter = readPaymentFilter(new URL(request.url).searchParams);
    const content = await exportPayments(services, actor, filter);
    return csvAnswer(content, `payments-${viewer.workspace.name}.csv`);
  },
);
