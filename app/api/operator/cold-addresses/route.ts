import { z } from "zod";
import { loadCatalog } from "@/lib/catalog/queries";
import { fresh } from "@/lib/dashboard/fresh";
import { operator } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";
import { decimal } from "@/lib/money/decimal";
import { coldAddressForm } from "@/lib/operations/hot-wallets-schema";
import { saidInWords } from "@/lib/operations/said-in-words";
import { setColdAddress } from "@/lib/treasury/set-cold-address";

/** Where the surplus of a coin's hot wallet goes. */
export const POST = sessionEndpoint({
  access: fresh(operator()),
  input: coldAddressForm,
  output: z.object({}),
  handle: async ({ session, input }) => {
    const network = (await loadCatalog()).network(input.networkCode);
    const keepAmount = decimal(input.keepAmount);
    await saidInWords(network?.name, () => setColdAddress({ ...input, keepAmount, actorId: session.user.id }));
    return {};
  },
});
