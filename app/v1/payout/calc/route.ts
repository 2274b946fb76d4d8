import { endpoint } from "@/lib/api/endpoint";
import { calculatePayoutOperation } from "@/lib/api/operations/payouts";
import { calculatePayout } from "@/lib/payouts/calculate-payout";

export const POST = endpoint(calculatePayoutOperation, ({ merchant, body }) => calculatePayout(merchant, body));
