import { z } from "zod";
import { acceptNonceForm } from "@/lib/fronts/admin/stops-schema";
import { fresh } from "@/lib/fronts/dashboard/fresh";
import { operator } from "@/lib/fronts/dashboard/gates";
import { sessionEndpoint } from "@/lib/fronts/dashboard/session-endpoint";
import { acceptChainNonce } from "@/lib/sending/sends/accept-chain-nonce";

/** The operator says that the chain is right about how many transactions a hot wallet has sent. */
export const POST = sessionEndpoint({
  access: fresh(operator()),
  input: acceptNonceForm,
  output: z.object({}),
  handle: async ({ session, input }) => {
    const { networkCode, address, nonce } = input;
    await acceptChainNonce({ networkCode, address, nonce: BigInt(nonce), actorId: session.user.id });
    return {};
  },
});
