import { endpoint } from "@/lib/api/endpoint";
import { readBalance } from "@/lib/api/operations/balance";
import { merchantBalanceView } from "@/lib/merchants/balance-view";

export const POST = endpoint(readBalance, ({ merchant }) => merchantBalanceView(merchant.id));
