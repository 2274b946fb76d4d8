import { endpoint } from "@/lib/fronts/machine-api/endpoint";
import { readBalance } from "@/lib/fronts/machine-api/operations/services";
import { merchantBalanceView } from "@/lib/people/merchants/wallet-owner-repo";

export const POST = endpoint(readBalance, ({ merchant }) => merchantBalanceView(merchant.id));
