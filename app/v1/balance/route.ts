import { z } from "zod";
import { endpoint } from "@/lib/api/endpoint";
import { balanceView } from "@/lib/merchants/balance-schema";
import { merchantBalanceView } from "@/lib/merchants/balance-view";

/** The merchant's business wallets and its owner's personal ones. */
export const POST = endpoint({
  keys: ["payment"],
  input: z.object({}),
  output: balanceView,
  handle: ({ merchant }) => merchantBalanceView(merchant.id),
});
