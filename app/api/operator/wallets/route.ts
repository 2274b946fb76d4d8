import { z } from "zod";
import { operator } from "@/lib/dashboard/gates";
import { sessionEndpoint } from "@/lib/dashboard/session-endpoint";
import { listHotWallets } from "@/lib/operations/hot-wallets-queries";
import { hotWalletsView } from "@/lib/operations/hot-wallets-schema";

/** Where the gateway's money stands. */
export const GET = sessionEndpoint({
  access: operator(),
  input: z.object({}),
  output: hotWalletsView,
  handle: () => listHotWallets(),
});
