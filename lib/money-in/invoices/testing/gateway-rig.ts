import { randomBytes, randomUUID } from "node:crypto";
import { database, withTransaction } from "@/lib/kernel/db";
import { decimal } from "@/lib/kernel/money/decimal";
import { hotCustody, merchantWallet, operatorCapital } from "@/lib/ledger/account";
import { auditBooks } from "@/lib/ledger/audit-books";
import { findBalance } from "@/lib/ledger/holdings";
import { postEntry } from "@/lib/ledger/post-entry";
import { createInvoice } from "@/lib/money-in/invoices/create-invoice";
import type { Invoice } from "@/lib/money-in/invoices/invoice";
import { findInvoiceById } from "@/lib/money-in/invoices/repo";
import { createInvoiceInput, toInvoiceTerms } from "@/lib/money-in/invoices/schema";
import { getMerchant } from "@/lib/people/merchants/create-merchant";
import { clearCatalogCache } from "@/lib/pricing/catalog/queries";
import { offerNetworks } from "@/lib/pricing/catalog/testing/offer-networks";
import { clearRatesCache } from "@/lib/pricing/rates/queries";

/**
 * A gateway in a test database: catalog, rates, an address pool, and a chain that is simulated by
 * writing its rows.
 */

/** Confirmations required here on every network: none has a higher reviewed minimum. */
export const CONFIRMATIONS = 32;
/** Every network's reading position at the start. */
export const START_HEIGHT = 1_000;
export const NETWORKS = ["bsc", "polygon", "eth", "btc"] as const;
/** Tests that need another network enable it themselves. */
type Network = (typeof NETWORKS)[number] | "xmr";

const USD_PRICES: Readonly<Record<string, string>> = {
  USDT: "1",
  USDC: "1",
  DAI: "0.9997",
  ETH: "2000",
  BTC: "100000",
  BNB: "800",
  POL: "0.25",
  SHIB: "0.00001",
  EUR: "1.25",
};

/** Fills an empty database. Prices stay fresh for ten minutes more than the age limit. */
export async function openGateway(addressCount = 200): Promise<void> {
  await offerNetworks(...NETWORKS);
  await database().network.updateMany({ data: { confirmations: CONFIRMATIONS } });
  for (const network of NETWORKS) await readUpTo(network, START_HEIGHT);
  for (const [currency, price] of Object.entries(USD_PRICES)) await setPrice(currency, price);
  await fillPool(addressCount);
  clearCatalogCache();
}

export async function setPrice(currency: string, usdPrice: string, ageSeconds = -600): Promise<void> {
  await database().$executeRaw`
    INSERT INTO rates (source, currency_code, usd_price, observed_at)
    VALUES ('Binance', ${currency}, ${usdPrice}::numeric, now() - make_interval(secs => ${ageSeconds}::float8))
    ON CONFLICT (source, currency_code) DO UPDATE SET usd_price = excluded.usd_price, observed_at = excluded.observed_at`;
  clearRatesCache();
}

export async function fillPool(count: number, family = "evm"): Promise<void> {
  const start = await database().address.count({ where: { family } });
  const rows = Array.from({ length: count }, (_, index) => {
    const address = `0x${randomBytes(20).toString("hex")}`;
    return { family, derivationIndex: start + index, address, addressKey: address };
  });
  await database().address.createMany({ data: rows });
}

/** Assigns every remaining address to another owner. */
export async function drainPool(): Promise<void> {
  await database().$executeRaw`
    UPDATE addresses SET owner_kind = 'wallet', owner_id = gen_random_uuid(), assigned_at = now() WHERE assigned_at IS NULL`;
}

/** Creates a merchant without users; `commission` is a fraction. */
export async function newMerchant(changes: { commission?: string } = {}): Promise<string> {
  const data = { name: "Paper Lantern", paymentCommission: changes.commission ?? null };
  return (await database().merchant.create({ data, select: { id: true } })).id;
}

type Fields = Readonly<Record<string, unknown>>;

/** Creates an invoice of 100 USDT on bsc, changed by `fields` as the machine API names them. */
export async function newInvoice(merchantId: string, fields: Fields = {}): Promise<Invoice> {
  const input = createInvoiceInput.parse({
    amount: "100",
    currency: "USDT",
    network: "bsc",
    order_id: randomUUID(),
    ...fields,
  });
  return createInvoice(await getMerchant(merchantId), toInvoiceTerms(input), { isRefresh: input.is_refresh });
}

export async function invoiceNow(id: string): Promise<Invoice> {
  const found = await findInvoiceById(database(), id);
  if (found === null) throw new Error(`no invoice ${id}`);
  return found;
}

/**
 * Moves the reading position; every address counts as checked by then. The node's last answer is an
 * hour in the future, so that no network becomes silent while a slow machine runs the tests.
 */
export async function readUpTo(network: Network, height: number, caughtUpAt: Date | null = null): Promise<void> {
  await database().chainCursor.update({
    where: { networkCode: network },
    data: {
      height: BigInt(height),
      headHeight: BigInt(height),
      hash: `0x${height.toString(16)}`,
      caughtUpAt,
      headTime: minutesFromNow(60),
      lastAnswerAt: minutesFromNow(60),
    },
  });
  await database().balanceCheck.updateMany({ where: { networkCode: network }, data: { checkedUntil: caughtUpAt } });
}

export type Payment = {
  readonly amount: string;
  readonly currency?: string;
  readonly network?: Network;
  /** The default is confirmed when the network has been read two blocks further. */
  readonly height?: number;
  readonly blockTime?: Date;
  readonly seenAt?: Date;
  readonly transactionId?: string;
  readonly position?: string;
};

/** Inserts the deposit that the watcher records when a block pays the invoice's address. */
export async function pay(invoice: Invoice, payment: Payment): Promise<string> {
  const address = await database().address.findFirstOrThrow({ where: { ownerKind: "invoice", ownerId: invoice.id } });
  return payAddress({ id: address.id, address: address.address, ownerId: invoice.id }, payment);
}

/** Inserts a deposit to an address that may be unassigned. */
export async function payAddress(
  to: { id: bigint; address: string; ownerId: string | null; ownerKind?: "invoice" | "wallet" },
  payment: Payment,
): Promise<string> {
  const height = payment.height ?? START_HEIGHT - CONFIRMATIONS + 1;
  const at = payment.blockTime ?? new Date();
  const row = await database().deposit.create({
    data: {
      networkCode: payment.network ?? "bsc",
      transactionId: payment.transactionId ?? `0x${randomBytes(32).toString("hex")}`,
      position: payment.position ?? "log:0",
      currencyCode: payment.currency ?? "USDT",
      amount: payment.amount,
      fromAddress: `0x${randomBytes(20).toString("hex")}`,
      toAddress: to.address,
      addressId: to.id,
      ownerKind: to.ownerId === null ? null : (to.ownerKind ?? "invoice"),
      ownerId: to.ownerId,
      blockHeight: BigInt(height),
      blockHash: `0x${height.toString(16)}`,
      blockTime: at,
      seenAt: payment.seenAt ?? at,
    },
    select: { id: true },
  });
  return row.id;
}

/**
 * Removes the deposit's block in a reorganisation; `isAgreed` if a second node confirmed its
 * absence.
 */
export async function vanish(depositId: string, isAgreed: boolean): Promise<void> {
  const at = new Date();
  const data = { status: "vanished" as const, vanishedAt: at, reversalApprovedAt: isAgreed ? at : null };
  await database().deposit.update({ where: { id: depositId }, data });
}

/** Includes the same transaction in another block. */
export async function includeAgain(depositId: string, height = START_HEIGHT - CONFIRMATIONS + 1): Promise<void> {
  await database().deposit.update({
    where: { id: depositId },
    data: {
      status: "seen",
      inclusion: { increment: 1 },
      blockHeight: BigInt(height),
      blockHash: `0xb${height.toString(16)}`,
      vanishedAt: null,
      reversalApprovedAt: null,
    },
  });
}

/** Adds operator capital, so that a receivable does not leave the gateway short. */
export async function fundCapital(currency: string, amount: string): Promise<void> {
  const leg = { debit: hotCustody("bsc", currency), credit: operatorCapital(currency), amount: decimal(amount) };
  const entry = { kind: "capital.fund" as const, reference: randomUUID(), groupId: "test", legs: [leg] };
  await withTransaction((tx) => postEntry(tx, entry));
}

/** Spends from the merchant's wallet, and from the chain. */
export async function spend(merchantId: string, amount: string, currency = "USDT"): Promise<void> {
  const leg = {
    debit: merchantWallet(merchantId, currency),
    credit: hotCustody("bsc", currency),
    amount: decimal(amount),
  };
  const entry = { kind: "treasury.fill" as const, reference: randomUUID(), groupId: "test", legs: [leg] };
  await withTransaction((tx) => postEntry(tx, entry));
}

export async function walletOf(merchantId: string, currency = "USDT"): Promise<string> {
  return (await findBalance(merchantWallet(merchantId, currency))).toFixed();
}

/** Returns the audit's findings: none in a sound gateway. */
export async function bookDifferences(): Promise<readonly string[]> {
  return (await auditBooks()).differences;
}

export const minutesFromNow = (minutes: number): Date => new Date(Date.now() + minutes * 60_000);
