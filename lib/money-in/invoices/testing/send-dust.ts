import { randomBytes } from "node:crypto";
import { database } from "@/lib/kernel/db";
import type { Invoice } from "@/lib/money-in/invoices/invoice";
import { CONFIRMATIONS, START_HEIGHT } from "@/lib/money-in/invoices/testing/gateway-rig";

/**
 * Sends confirmed dust deposits of USDT on bsc to an invoice's address, as anybody can with a few
 * transactions of a cheap chain.
 */
export async function sendDust(invoice: Invoice, count: number, amount = "0.000001"): Promise<void> {
  const { id, address } = await database().address.findFirstOrThrow({
    where: { ownerKind: "invoice", ownerId: invoice.id },
  });
  const height = START_HEIGHT - CONFIRMATIONS + 1;
  const transactionId = `0x${randomBytes(32).toString("hex")}`;
  const at = new Date();
  const common = {
    networkCode: "bsc",
    transactionId,
    currencyCode: "USDT",
    amount,
    fromAddress: `0x${"7".repeat(40)}`,
    toAddress: address,
    addressId: id,
    ownerKind: "invoice",
    ownerId: invoice.id,
    blockHeight: BigInt(height),
    blockHash: `0x${height.toString(16)}`,
    blockTime: at,
    seenAt: at,
  } as const;
  const data = Array.from({ length: count }, (_, index) => ({ ...common, position: `log:${index}` }));
  await database().deposit.createMany({ data });
}

/** Returns the most entries of a kind that one transaction wrote for an invoice's deposits. */
export async function largestTransaction(invoiceId: string, kind: string): Promise<bigint | undefined> {
  const rows = await database().$queryRaw<{ count: bigint }[]>`
    SELECT count(*) AS count FROM journal_entries e JOIN deposits d ON d.id = split_part(e.reference, ':', 1)::uuid
    WHERE e.kind = ${kind} AND d.owner_id = ${invoiceId}::uuid GROUP BY e.xmin::text ORDER BY count DESC LIMIT 1`;
  return rows[0]?.count;
}
