import { balances } from "@/app/v1/recorded/testing/balances";
import { discounts } from "@/app/v1/recorded/testing/discounts";
import { internalErrors } from "@/app/v1/recorded/testing/internal-errors";
import { invoices } from "@/app/v1/recorded/testing/invoices";
import { lists } from "@/app/v1/recorded/testing/lists";
import { payments } from "@/app/v1/recorded/testing/payments";
import { payouts } from "@/app/v1/recorded/testing/payouts";
import type { Group } from "@/app/v1/recorded/testing/recorder";
import { recurrences } from "@/app/v1/recorded/testing/recurrences";
import { refunds } from "@/app/v1/recorded/testing/refunds";
import { requests } from "@/app/v1/recorded/testing/requests";
import { signatures } from "@/app/v1/recorded/testing/signatures";
import { transfers } from "@/app/v1/recorded/testing/transfers";
import { wallets } from "@/app/v1/recorded/testing/wallets";
import { webhooks } from "@/app/v1/recorded/testing/webhooks";

/**
 * All groups. A group creates its own shops and leaves the gateway unchanged, so its recording is
 * the same whether it runs alone or after others.
 */
export const GROUPS: readonly Group[] = [
  signatures,
  requests,
  invoices,
  payments,
  refunds,
  wallets,
  recurrences,
  payouts,
  transfers,
  discounts,
  lists,
  webhooks,
  balances,
  internalErrors,
];
