import { endpoint } from "@/lib/fronts/machine-api/endpoint";
import { calculatePayoutOperation } from "@/lib/fronts/machine-api/operations/payouts";
import { calculatePayout } from "@/lib/money-out/payouts/calculate-payout";

export const POST = endpoint(calculatePayoutOperation, ({ merchant, body }) => calculatePayout(merchant, body));
