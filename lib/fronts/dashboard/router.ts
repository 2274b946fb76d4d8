import { account } from "@/lib/fronts/dashboard/operations/account";
import { balances, transfers } from "@/lib/fronts/dashboard/operations/balances";
import { bills } from "@/lib/fronts/dashboard/operations/bills";
import { chats } from "@/lib/fronts/dashboard/operations/chats";
import { cases, refundRequests, refunds } from "@/lib/fronts/dashboard/operations/exceptions";
import { invoices, recurrences, wallets } from "@/lib/fronts/dashboard/operations/invoices";
import { invitations, members } from "@/lib/fronts/dashboard/operations/members";
import { keys, merchant } from "@/lib/fronts/dashboard/operations/merchant";
import { operator } from "@/lib/fronts/dashboard/operations/operator";
import { analytics, audit, inbox, notifications, overview, search } from "@/lib/fronts/dashboard/operations/overview";
import { paymentLinks } from "@/lib/fronts/dashboard/operations/payment-links";
import { payoutBatches, payouts, reviews, settlements } from "@/lib/fronts/dashboard/operations/payouts";
import { pointOfSale } from "@/lib/fronts/dashboard/operations/point-of-sale";
import { webhooks, webhookTests } from "@/lib/fronts/dashboard/operations/webhooks";
import { router as routerOf } from "@/lib/fronts/dashboard/procedure";

/** Every operation of the pages by name: `payouts.create` is at `/api/rpc/payouts.create`. */
export const router = routerOf({
  analytics,
  audit,
  account,
  balances,
  bills,
  cases,
  chats,
  inbox,
  invoices,
  keys,
  members,
  merchant,
  notifications,
  overview,
  invitations,
  operator,
  paymentLinks,
  payoutBatches,
  payouts,
  pointOfSale,
  recurrences,
  refundRequests,
  refunds,
  reviews,
  search,
  settlements,
  transfers,
  wallets,
  webhookTests,
  webhooks,
});

/** For the browser, which imports only the type. */
export type Router = typeof router;
