import { expect } from "vitest";
import { database } from "@/lib/kernel/db";
import { decimal } from "@/lib/kernel/money/decimal";
import { until, untilStatus } from "@/lib/run/worker/testing/observe";
import type { TestChain } from "@/lib/run/worker/testing/test-chain";
import type { TestGateway } from "@/lib/run/worker/testing/test-gateway";

/** Invoices whose deposits a worker process sweeps. */

type Paid = { readonly coin: string; readonly units: bigint; readonly amount?: string };

/**
 * Creates an invoice of `amount` dollars, 10 by default, and pays the given base units of its coin,
 * until the payment is confirmed and, for a token, credited.
 */
export async function paidInvoice(
  { gateway, chain }: { readonly gateway: TestGateway; readonly chain: TestChain },
  { coin, units, amount = "10" }: Paid,
): Promise<{ readonly id: string; readonly address: string }> {
  const { id } = await gateway.invoice({ amount, coin, network: chain.network });
  const { address } = await database().address.findFirstOrThrow({ where: { ownerId: id } });
  await chain.pay(address, units, coin === "ETH" ? null : coin);
  await until(async () => {
    expect(await database().deposit.count({ where: { ownerId: id, status: "confirmed" } })).toBe(1);
  });
  if (coin !== "ETH") await untilStatus(id, "paid");
  return { id, address };
}

/** Returns the sweep of an invoice's first deposit; null while there is none. */
export async function sweptBy(invoiceId: string): Promise<string | null> {
  const deposit = await database().deposit.findFirstOrThrow({
    where: { ownerId: invoiceId },
    orderBy: { seenAt: "asc" },
  });
  return deposit.sweepId;
}

export async function untilSwept(invoiceId: string) {
  return until(async () => {
    const sweep = await database().sweep.findUniqueOrThrow({ where: { id: (await sweptBy(invoiceId)) ?? "" } });
    expect(sweep.status).toBe("done");
    return { ...sweep, amount: decimal(sweep.amount) };
  });
}
