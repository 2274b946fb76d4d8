import { resendByOperator } from "@/lib/delivery/webhooks/resend";
import { approveReversal } from "@/lib/fronts/admin/approve-reversal";
import { listDeadJobs, listJobKinds } from "@/lib/fronts/admin/jobs-queries";
import {
  deadJobPageView,
  deadJobQuery,
  jobKindsView,
  retriedView,
  retryJobForm,
  retryKindForm,
} from "@/lib/fronts/admin/jobs-schema";
import { retryJobs } from "@/lib/fronts/admin/retry-jobs";
import { listReversals } from "@/lib/fronts/admin/reversals-queries";
import { approveReversalForm, reversalsView } from "@/lib/fronts/admin/reversals-schema";
import { listLostWebhooks } from "@/lib/fronts/admin/webhooks-queries";
import { lostWebhookPageView, lostWebhookQuery } from "@/lib/fronts/admin/webhooks-schema";
import { fresh } from "@/lib/fronts/dashboard/fresh";
import { operator } from "@/lib/fronts/dashboard/gates";
import { byId, done, operation, router } from "@/lib/fronts/dashboard/procedure";

/** What workers still have to do, and what they gave up. */
export const jobs = router({
  kinds: operation(operator())
    .output(jobKindsView)
    .query(() => listJobKinds()),

  /** Those that were given up, a page at a time. */
  dead: operation(operator())
    .input(deadJobQuery)
    .output(deadJobPageView)
    .query(({ input }) => listDeadJobs(input)),

  /** Has one dead job tried again. */
  retry: operation(operator())
    .input(retryJobForm)
    .output(retriedView)
    .mutation(({ ctx: { session }, input }) => retryJobs({ id: BigInt(input.id) }, session.user.id)),

  /** Has all dead jobs of a kind tried again. */
  retryKind: operation(operator())
    .input(retryKindForm)
    .output(retriedView)
    .mutation(({ ctx: { session }, input }) => retryJobs(input, session.user.id)),
});

/** Webhooks of all merchants that were given up. */
export const webhooks = router({
  list: operation(operator())
    .input(lostWebhookQuery)
    .output(lostWebhookPageView)
    .query(({ input }) => listLostWebhooks(input)),

  /** Sends a webhook of any merchant again with the same bytes. */
  resend: operation(operator())
    .input(byId)
    .output(done)
    .mutation(async ({ ctx: { session }, input }) => {
      await resendByOperator(session.user.id, input.id);
      return {};
    }),
});

/** Booked payments that left their chain, and that two nodes do not prove to be gone. */
export const reversals = router({
  list: operation(operator())
    .output(reversalsView)
    .query(() => listReversals()),

  /** The operator's word that a booked payment is gone. */
  approve: operation(fresh(operator()))
    .input(approveReversalForm)
    .output(done)
    .mutation(async ({ ctx: { session }, input }) => {
      await approveReversal(input, session.user.id);
      return {};
    }),
});
