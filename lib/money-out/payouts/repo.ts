import type { KeyKind } from "@/lib/delivery/webhooks/sign-payload";
import type { Prisma } from "@/lib/generated/prisma/client";
import { batched } from "@/lib/kernel/batch";
import { database, type Tx } from "@/lib/kernel/db";
import { invariant } from "@/lib/kernel/errors";
import { type Decimal, decimal } from "@/lib/kernel/money/decimal";
import { type PageSlice, toPrismaSlice } from "@/lib/kernel/paging/read-page";
import { updateRows } from "@/lib/kernel/update-rows";
import { findConversionOf } from "@/lib/money-in/conversions/repo";
import type { Payout, PayoutConversion } from "@/lib/money-out/payouts/payout";

export async function findPayoutByOrderId(
  merchantId: string,
  orderId: string,
  tx: Tx = database(),
): Promise<Payout | null> {
  const row = await tx.payout.findUnique({ where: { merchantId_orderId: { merchantId, orderId } } });
  return row ? await withConversion(tx, row) : null;
}

/**
 * Returns a merchant's own payout by its uuid, in any case: when batching several requests,
 * `findUnique` would match rows to them by the uuid's text.
 */
export async function findMerchantPayout(merchantId: string, id: string): Promise<Payout | null> {
  const row = await database().payout.findFirst({ where: { id, merchantId } });
  return row ? await withConversion(database(), row) : null;
}

/**
 * Returns the payout with its row locked until the transaction ends; with `merchantId`, only that
 * merchant's own.
 */
export async function lockPayout(tx: Tx, id: string, merchantId?: string): Promise<Payout | null> {
  const row = await lockRow(tx, id);
  return row === null || (merchantId ?? row.merchantId) !== row.merchantId ? null : await withConversion(tx, row);
}

/** Read by a second statement: the first may have waited for changes. */
const lockRow = batched(async (tx, ids: readonly string[]): Promise<(PayoutRow | null)[]> => {
  await tx.$queryRaw`SELECT 1 FROM payouts WHERE id = ANY(${[...ids]}::uuid[]) ORDER BY id FOR UPDATE`;
  return await selectRows(tx, ids);
});

async function selectRows(tx: Tx, ids: readonly string[]): Promise<(PayoutRow | null)[]> {
  const rows = await tx.payout.findMany({ where: { id: { in: [...ids] } } });
  const found = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => found.get(id.toLowerCase()) ?? null);
}

/** Selects a page of a merchant's payouts, without their conversions. */
export async function selectPayouts(merchantId: string, page: PageSlice): Promise<Payout[]> {
  const { where, ...slice } = toPrismaSlice(page);
  const rows = await database().payout.findMany({ where: { merchantId, ...where }, ...slice });
  return rows.map((row) => toPayout(row, null));
}

export type NewPayout = Omit<
  Payout,
  "balanceAfter" | "conversion" | "transactionId" | "failure" | "finalAt" | "createdAt" | "updatedAt"
>;

/**
 * Inserts the row; its `balanceAfter` is updated once the funds are reserved. Waits for a
 * concurrent insert with the same order id.
 * @returns false when the merchant already has a payout with this order id: nothing is written
 */
export async function insertPayoutOnce(tx: Tx, payout: NewPayout): Promise<boolean> {
  const { amount, sentAmount, commission, debitedAmount, ...rest } = payout;
  const exact = {
    amount: amount.toFixed(),
    sentAmount: sentAmount.toFixed(),
    commission: commission.toFixed(),
    debitedAmount: debitedAmount.toFixed(),
    balanceAfter: "0",
  };
  const { count } = await tx.payout.createMany({ data: [{ ...rest, ...exact }], skipDuplicates: true });
  return count === 1;
}

export type PayoutChanges = Partial<Pick<Payout, "status" | "transactionId" | "failure" | "finalAt">> & {
  readonly balanceAfter?: Decimal;
};

export async function updatePayout(tx: Tx, id: string, changes: PayoutChanges): Promise<Payout> {
  const { balanceAfter, ...rest } = changes;
  const exact = balanceAfter === undefined ? {} : { balanceAfter: balanceAfter.toFixed() };
  return await withConversion(tx, await updateRow(tx, { id, data: { ...rest, ...exact, updatedAt: new Date() } }));
}

const updateRow = batched(
  async (tx, changes: readonly { readonly id: string; readonly data: Prisma.PayoutUpdateInput }[]) => {
    const [only, ...others] = changes;
    if (only !== undefined && others.length === 0) {
      return [await tx.payout.update({ where: { id: only.id }, data: only.data })];
    }
    await updateRows(tx, "payouts", changes);
    const rows = await selectRows(
      tx,
      changes.map(({ id }) => id),
    );
    return rows.map((row) => {
      invariant(row, "an updated payout is there");
      return row;
    });
  },
);

/** Returns which key signs this merchant's payout webhooks. */
export async function findPayoutKeyKind(tx: Tx, merchantId: string): Promise<KeyKind> {
  return await findKeyKind(tx, merchantId);
}

const findKeyKind = batched(async (tx, merchantIds: readonly string[]): Promise<KeyKind[]> => {
  const rows = await tx.merchant.findMany({
    where: { id: { in: [...new Set(merchantIds)] } },
    select: { id: true, clientLibrary: true },
  });
  const libraries = new Map(rows.map(({ id, clientLibrary }) => [id, clientLibrary]));
  return merchantIds.map((id) => {
    const library = libraries.get(id);
    invariant(library, `merchant ${id} is there`);
    return library === "standard" ? "payment" : "payout";
  });
});

type PayoutRow = Prisma.PayoutGetPayload<object>;

async function withConversion(tx: Tx, row: PayoutRow): Promise<Payout> {
  if (row.fromCode === row.payerCode) return toPayout(row, null);
  return toPayout(row, await findConversionOf(tx, "payout", row.id));
}

function toPayout(row: PayoutRow, conversion: PayoutConversion | null): Payout {
  return {
    ...row,
    amount: decimal(row.amount),
    sentAmount: decimal(row.sentAmount),
    commission: decimal(row.commission),
    debitedAmount: decimal(row.debitedAmount),
    balanceAfter: decimal(row.balanceAfter),
    conversion,
  };
}
