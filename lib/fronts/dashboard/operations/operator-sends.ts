import { endSend } from "@/lib/fronts/admin/end-send";
import { getSend, listSends } from "@/lib/fronts/admin/sends-queries";
import { endSendForm, sendDetailView, sendListQuery, sendPageView } from "@/lib/fronts/admin/sends-schema";
import { readStops } from "@/lib/fronts/admin/stops-queries";
import { acceptNonceForm, resumeForm, stopForm, stopsView } from "@/lib/fronts/admin/stops-schema";
import { fresh } from "@/lib/fronts/dashboard/fresh";
import { operator } from "@/lib/fronts/dashboard/gates";
import { byId, done, operation, router } from "@/lib/fronts/dashboard/procedure";
import { acceptChainNonce } from "@/lib/sending/sends/accept-chain-nonce";
import { requestEndDeadSend } from "@/lib/sending/sends/jobs";
import { resumeSends, stopSends } from "@/lib/sending/sends/stop-sends";

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

  /** Ends a send for which nothing is signed. */
  end: operation(fresh(operator()))
    .input(endSendForm)
    .output(done)
    .mutation(async ({ ctx: { session }, input }) => {
      await endSend({ sendId: input.id, reason: input.reason, actorId: session.user.id });
      return {};
    }),

  /** Has a worker ask the nodes whether the transaction of a send is dead, and end it if so. */
  endDead: operation(operator())
    .input(byId)
    .output(done)
    .mutation(async ({ ctx: { session }, input }) => {
      await requestEndDeadSend({ sendId: input.id, actorId: session.user.id });
      return {};
    }),
});

/** Where nothing new is signed, and why. */
export const stops = router({
  list: operation(operator())
    .output(stopsView)
    .query(() => readStops()),

  /** The kill switch, of a network or of all. */
  stop: operation(operator())
    .input(stopForm)
    .output(done)
    .mutation(async ({ ctx: { session }, input }) => {
      await stopSends({ ...input, actorId: session.user.id });
      return {};
    }),

  /** Takes the operator's own stop back. One that the chain's nonce caused stays. */
  resume: operation(fresh(operator()))
    .input(resumeForm)
    .output(done)
    .mutation(async ({ ctx: { session }, input }) => {
      await resumeSends({ ...input, actorId: session.user.id });
      return {};
    }),

  /** The operator says that the chain is right about how many transactions a hot wallet has sent. */
  acceptNonce: operation(fresh(operator()))
    .input(acceptNonceForm)
    .output(done)
    .mutation(async ({ ctx: { session }, input: { networkCode, address, nonce } }) => {
      await acceptChainNonce({ networkCode, address, nonce: BigInt(nonce), actorId: session.user.id });
      return {};
    }),
});
