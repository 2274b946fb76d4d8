import { setTimeout as pause } from "node:timers/promises";
import { database } from "@/lib/kernel/db";
import { sumGateway } from "@/lib/ledger/gateway-sums/sum-gateway";

/**
 * Adds everything to the sums of the gateway, waiting for transactions that were open: those of
 * other databases of the server count as well. For tests.
 */
export async function sumGatewayToEnd(): Promise<void> {
  const last = await database().posting.findFirst({ orderBy: { id: "desc" }, select: { id: true } });
  for (;;) {
    await sumGateway();
    const { summedTo } = await database().gatewaySumState.findUniqueOrThrow({ where: { id: 1 } });
    if (summedTo >= (last?.id ?? 0n)) return;
    await pause(20);
  }
}
