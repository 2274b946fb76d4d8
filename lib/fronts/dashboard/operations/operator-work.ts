import { resendByOperator } from "@/lib/delivery/webhooks/resend";
import { listDeadJobs, listJobKinds, retryJobs } from "@/lib/fronts/admin/jobs";
import {
  deadJobPageView,
  deadJobQuery,
  jobKindsView,
  retriedView,
  retryJobForm,
  retryKindForm,
} from "@/lib/fronts/admin/jobs-schema";
import { approveReversal, listReversals } from "@/lib/fronts/admin/reversals";
import { approveReversalForm, reversalsView } from "@/lib/fronts/admin/reversals-schema";
import { endSend, getSend, listSends } from "@/lib/fronts/admin/sends";
import { endSendForm, sendDetailView, sendListQuery, sendPageView } from "@/lib/fronts/admin/sends-schema";
import { readStops } from "@/lib/fronts/admin/stops-queries";
import { acceptNonceForm, resumeForm, stopForm, stopsView } from "@/lib/fronts/admin/stops-schema";
import { listLostWebhooks } from "@/lib/fronts/admin/webhooks-queries";
import { lostWebhookPageView, lostWebhookQuery } from "@/lib/fronts/admin/webhooks-schema";
import { fresh, operator } from "@/lib/fronts/dashboard/gates";
import { byId, done, operation, router } from "@/lib/fronts/dashboard/procedure";
import { acceptChainNonce } from "@/lib/sending/sends/accept-chain-nonce";
import { requestFailUnconfirmable } from "@/lib/sending/sends/jobs";
import { resumeSends, stopSends } from "@/lib/sending/sends/stop-sends";

/** Pending and dead jobs of the workers. */
export const jobs = router({
  kinds: operation(operator())
    .output(jobKindsView)
    .query(() => listJobKinds()),

  /** One page of dead jobs. */
  dead: operation(operator())
    .input(deadJobQuery)
    .output(deadJobPageView)
    .query(({ input }) => listDeadJobs(input)),

  /** Retries one dead job. */
  retry: operation(operator())
    .input(retryJobForm)
    .output(retriedView)
    .mutation(({ ctx: { session }, input }) => retryJobs({ id: BigInt(input.id) }, session.user.id)),

  /** Retries all dead jobs of a kind. */
  retryKind: operation(operator())
    .input(retryKindForm)
    .output(retriedView)
    .mutation(({ ctx: { session }, input }) => retryJobs(input, session.user.id)),
});

/** Dead webhooks of all merchants. */
export const webhooks = router({
  list: operation(operator())
    .input(lostWebhookQuery)
    .output(lostWebhookPageView)
    .query(({ input }) => listLostWebhooks(input)),

  /** Resends a webhook of any merchant with the same bytes. */
  resend: operation(operator())
    .input(byId)
    .output(done)
    .mutation(async ({ ctx: { session }, input }) => {
      await resendByOperator(session.user.id, input.id);
      return {};
    }),
});

/** Booked payments that disappeared from their chain without a two-node quorum confirming it. */
export const reversals = router({
  list: operation(operator())
    .output(reversalsView)
    .query(() => listReversals()),

  /** Records the operator's attestation that a booked payment is gone. */
  approve: operation(fresh(operator()))
    .input(approveReversalForm)
    .output(done)
    .mutation(async ({ ctx: { session }, input }) => {
      await approveReversal(input, session.user.id);
      return {};
    }),
});

/** Everything that leaves the gateway's addresses. */
export const sends = router({
  list: operation(operator())
    .input(sendListQuery)
    .output(sendPageView)
    .query(({ input }) => listSends(input)),

  /** One send with every version of its transaction. */
  detail: operation(operator())
    .input(byId)
    .output(sendDetailView)
    .query(({ input }) => getSend(input.id)),

  /** Ends an unsigned send. */
  end: operation(fresh(operator()))
    .input(endSendForm)
    .output(done)
    .mutation(async ({ ctx: { session }, input }) => {
      await endSend({ sendId: input.id, reason: input.reason, actorId: session.user.id });
      return {};
    }),

  /** Has a worker query the nodes whether a send's transaction is dead, and end it if so. */
  failUnconfirmable: operation(operator())
    .input(byId)
    .output(done)
    .mutation(async ({ ctx: { session }, input }) => {
      await requestFailUnconfirmable({ sendId: input.id, actorId: session.user.id });
      return {};
    }),
});

/** Networks on which nothing new is signed, and why. */
export const stops = router({
  list: operation(operator())
    .output(stopsView)
    .query(() => readStops()),

  /** Sets the kill switch of one network or of all. */
  stop: operation(operator())
    .input(stopForm)
    .output(done)
    .mutation(async ({ ctx: { session }, input }) => {
      await stopSends({ ...input, actorId: session.user.id });
      return {};
    }),

  /** Lifts the operator's own stop. One caused by the chain's nonce stays. */
  resume: operation(fresh(operator()))
    .input(resumeForm)
    .output(done)
    .mutation(async ({ ctx: { session }, input }) => {
      await resumeSends({ ...input, actorId: session.user.id });
      return {};
    }),

  /** Accepts the chain's transaction count of a hot wallet as correct. */
  acceptNonce: operation(fresh(operator()))
    .input(acceptNonceForm)
    .output(done)
    .mutation(async ({ ctx: { session }, input: { networkCode, address, nonce } }) => {
      await acceptChainNonce({ networkCode, address, nonce: BigInt(nonce), actorId: session.user.id });
      return {};
    }),
});
