import { endpoint } from "@/lib/fronts/machine-api/endpoint";
import { calculatePayoutAlias } from "@/lib/fronts/machine-api/operations/payouts";
import { calculatePayout } from "@/lib/money-out/payouts/calculate-payout";

export const POST = endpoint(calculatePayoutAlias, ({ merchant, body }) => calculatePayout(merchant, body));
