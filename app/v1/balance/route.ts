import { endpoint } from "@/lib/fronts/machine-api/endpoint";
import { readBalance } from "@/lib/fronts/machine-api/operations/balance";
import { merchantBalanceView } from "@/lib/people/merchants/wallet-owner-repo";

export const POST = endpoint(readBalance, ({ merchant }) => merchantBalanceView(merchant.id));
