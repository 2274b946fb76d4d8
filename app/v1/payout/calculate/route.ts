import { endpoint } from "@/lib/api/endpoint";
import { calculatePayoutAlias } from "@/lib/api/operations/payouts";
import { calculatePayout } from "@/lib/payouts/calculate-payout";

export const POST = endpoint(calculatePayoutAlias, ({ merchant, body }) => calculatePayout(merchant, body));
