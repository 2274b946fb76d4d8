import { z } from "zod";
import { networkCode, positiveAmount } from "@/lib/fronts/admin/form-schema";

/** Tokens that the operator adds by contract. Safe for the browser. */

const CONTRACT_CHARACTERS_MAX = 128;
const NAME_CHARACTERS_MAX = 40;

const limits = {
  paymentMin: z.string(),
  paymentMax: z.string(),
  payoutMin: z.string(),
  payoutMax: z.string(),
};

const addedTokenView = z.object({
  contract: z.string(),
  contractUrl: z.string().nullable(),
  /**
   * `checking`: its terms are set, and the nodes are queried once more before the cooldown begins.
   */
  state: z.enum(["reading", "refused", "read", "checking", "waiting"]),
  /** As agreed by the nodes; null until then. */
  symbol: z.string().nullable(),
  decimals: z.int().nullable(),
  /** What each node reported. */
  nodeReports: z.array(z.object({ node: z.string(), report: z.string() })),
  /** Price of one unit in US dollars, by source. */
  prices: z.array(z.object({ source: z.string(), usdPrice: z.string() })),
  /** Why it cannot be added, as text. */
  problem: z.string().nullable(),
  cooldownEndsAt: z.iso.datetime().nullable(),
  /** Initial form values, worth about 1 and 10,000 US dollars; null while it has no price. */
  suggested: z.object(limits).nullable(),
});
export type AddedTokenView = z.output<typeof addedTokenView>;

export const addedTokensView = z.object({
  /** False: tokens on this network need a reviewed record of the network. */
  canAdd: z.boolean(),
  tokens: z.array(addedTokenView),
});

const contract = z
  .string()
  .trim()
  .min(1, "Enter the token's contract address.")
  .max(CONTRACT_CHARACTERS_MAX, "Too long for a contract address.");

export const tokenKeyForm = z.object({ networkCode, contract });
export type TokenKeyForm = z.output<typeof tokenKeyForm>;

export const tokenTermsForm = tokenKeyForm.extend({
  name: z
    .string()
    .trim()
    .min(1, "Enter the name shown to payers.")
    .max(NAME_CHARACTERS_MAX, `Use at most ${NAME_CHARACTERS_MAX} characters.`)
    .regex(/^[^\p{C}<>]*$/u, "Use plain text only."),
  rateSource: z.string().min(1, "Choose a source.").max(40),
  paymentMin: positiveAmount,
  paymentMax: positiveAmount,
  payoutMin: positiveAmount,
  payoutMax: positiveAmount,
});
export type TokenTermsForm = z.output<typeof tokenTermsForm>;
