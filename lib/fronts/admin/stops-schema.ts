import { z } from "zod";
import { networkCode } from "@/lib/fronts/admin/form-schema";

/** The kill switches. Safe for the browser. */

/** The scope that covers all networks. */
export const EVERYWHERE = "all";

const stopView = z.object({
  /**
   * `operator`: set by a user. `nonce`: the chain is ahead of our record. `outcome`: a finished
   * transaction had a different outcome later. `restore`: a backup was restored, and the chain has
   * not been scanned again yet.
   */
  kind: z.enum(["operator", "nonce", "outcome", "restore"]),
  /** The account on which chain and record disagree, and its next nonce in our record. */
  address: z.string().nullable(),
  nextNonce: z.string().nullable(),
  /**
   * The account's transaction count last reported by the network's nodes: the only number that may
   * be accepted.
   */
  chainNonce: z.string().nullable(),
  reason: z.string(),
  /** Null when the gateway stopped automatically. */
  stoppedBy: z.string().nullable(),
  stoppedAt: z.iso.datetime(),
});
export type StopView = z.output<typeof stopView>;

const networkStopView = z.object({
  code: z.string(),
  name: z.string(),
  stops: z.array(stopView),
  /** Unsigned sends, and sends in progress. */
  waiting: z.int(),
  moving: z.int(),
});
export type NetworkStopView = z.output<typeof networkStopView>;

export const stopsView = z.object({ everywhere: z.array(stopView), networks: z.array(networkStopView) });
export type StopsView = z.output<typeof stopsView>;

export const stopForm = z.object({
  /** A network's code, or all networks. */
  scope: networkCode,
  reason: z.string().trim().min(1, "Enter a reason.").max(500, "Use at most 500 characters."),
});
export type StopForm = z.output<typeof stopForm>;

export const resumeForm = z.object({ scope: networkCode });

export const acceptNonceForm = z.object({
  networkCode,
  address: z.string().min(1),
  nonce: z.string().regex(/^\d{1,18}$/, "Enter a whole number, for example 42."),
});
export type AcceptNonceForm = z.output<typeof acceptNonceForm>;
