import { z } from "zod";
import type { Spends } from "@/lib/chains/spending";

const units = z.string().regex(/^\d+$/).transform(BigInt);

const coins = z.object({
  kind: z.literal("coins"),
  coins: z.array(z.object({ transactionId: z.string(), index: z.number().int().min(0), units, address: z.string() })),
  keyImages: z.array(z.string()).optional(),
});

const expiring = z.object({ kind: z.literal("expiring"), validUntil: units });

const form = z.discriminatedUnion("kind", [coins, expiring]);

/** What a version spends, as it is stored beside its bytes; null for a nonce, which its transaction has. */
export function printSpends(spends: Spends): string | null {
  if (spends.kind === "nonce") return null;
  return JSON.stringify(spends, (_, value: unknown) => (typeof value === "bigint" ? value.toString() : value));
}

/** The opposite of {@link printSpends}. @throws Error for a text that it did not write */
export function parseSpends(text: string): Exclude<Spends, { kind: "nonce" }> {
  return form.parse(JSON.parse(text));
}
