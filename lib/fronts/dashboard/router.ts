import { account } from "@/lib/fronts/dashboard/operations/account";
import { analytics } from "@/lib/fronts/dashboard/operations/analytics";
import { audit } from "@/lib/fronts/dashboard/operations/audit";
import { balances } from "@/lib/fronts/dashboard/operations/balances";
import { cases } from "@/lib/fronts/dashboard/operations/cases";
import { invitations } from "@/lib/fronts/dashboard/operations/invitations";
import { invoices } from "@/lib/fronts/dashboard/operations/invoices";
import { keys } from "@/lib/fronts/dashboard/operations/keys";
import { members } from "@/lib/fronts/dashboard/operations/members";
import { merchant } from "@/lib/fronts/dashboard/operations/merchant";
import { notifications } from "@/lib/fronts/dashboard/operations/notifications";
import { operator } from "@/lib/fronts/dashboard/operations/operator";
import { overview } from "@/lib/fronts/dashboard/operations/overview";
import { payoutBatches } from "@/lib/fronts/dashboard/operations/payout-batches";
import { payouts } from "@/lib/fronts/dashboard/operations/payouts";
import { recurrences } from "@/lib/fronts/dashboard/operations/recurrences";
import { refundRequests } from "@/lib/fronts/dashboard/operations/refund-requests";
import { refunds } from "@/lib/fronts/dashboard/operations/refunds";
import { reviews } from "@/lib/fronts/dashboard/operations/reviews";
import { search } from "@/lib/fronts/dashboard/operations/search";
import { transfers } from "@/lib/fronts/dashboard/operations/transfers";
import { wallets } from "@/lib/fronts/dashboard/operations/wallets";
import { webhookTests } from "@/lib/fronts/dashboard/operations/webhook-tests";
import { webhooks } from "@/lib/fronts/dashboard/operations/webhooks";
import { router as routerOf } from "@/lib/fronts/dashboard/procedure";

/** Every operation of the pages, by its name: `payouts.create` is at `/api/rpc/payouts.create`. */
export const router = routerOf({
  analytics,
  audit,
  account,
  balances,
  cases,
  invoices,
  keys,
  members,
  merchant,
  notifications,
  overview,
  invitations,
  operator,
  payoutBatches,
  payouts,
  recurrences,
  refundRequests,
  refunds,
  reviews,
  search,
  transfers,
  wallets,
  webhookTests,
  webhooks,
});

/** For the browser, which imports the type alone. */
export type Router = typeof router;
