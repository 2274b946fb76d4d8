import { z } from "zod";
import { person } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";
import { listPersonalWallets } from "@/lib/merchants/dashboard-queries";
import { walletListView } from "@/lib/merchants/wallet-schema";

/** The personal wallets of whoever is signed in. */
export const GET = sessionEndpoint({
  access: person(),
  input: z.object({}),
  output: walletListView,
  handle: ({ session }) => listPersonalWallets(session.user.id),
});
