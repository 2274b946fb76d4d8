import { z } from "zod";
import { fresh } from "@/lib/dashboard/fresh";
import { operator } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";
import { acceptNonceForm } from "@/lib/operations/stops-schema";
import { acceptChainNonce } from "@/lib/sends/accept-chain-nonce";

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
