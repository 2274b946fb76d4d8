import { randomBytes } from "node:crypto";
import { database } from "@/lib/kernel/db";
import { confirmBatch } from "@/lib/money-out/payout-batches/decide-batch";
import { uploadBatch } from "@/lib/money-out/payout-batches/upload-batch";
import type { Payer } from "@/lib/money-out/payouts/testing/payout-rig";

/** Payout batches for tests, on top of the payout rig. */

export const HEADER = "amount,currency,network,address,order_id";

export const newAddress = () => `0x${randomBytes(20).toString("hex")}`;

/** Builds rows with these amounts of USDT on bsc, each to its own address. */
export function fileOf(amounts: readonly string[]): string {
  return [HEADER, ...amounts.map((amount) => `${amount},USDT,bsc,${newAddress()},`)].join("\n");
}

export function upload({ merchantId, userId }: Pick<Payer, "merchantId" | "userId">, text: string) {
  return uploadBatch({ merchantId, userId, fileName: "pay.csv", bytes: Buffer.from(text) }, new Date());
}

/** Uploads a file whose rows are all valid, and returns its id. */
export async function uploaded(payer: Pick<Payer, "merchantId" | "userId">, text: string): Promise<string> {
  const { id, problems } = await upload(payer, text);
  if (id === null) throw new Error(`The file is refused: ${JSON.stringify(problems)}`);
  return id;
}

export async function ordered(payer: Pick<Payer, "merchantId" | "userId">, text: string): Promise<string> {
  const batchId = await uploaded(payer, text);
  const { merchantId, userId } = payer;
  await confirmBatch({ merchantId, batchId, userId, isRepeatMeant: false }, new Date());
  return batchId;
}

/** Returns a merchant's payouts, oldest first. */
export function payoutsOf(merchantId: string) {
  return database().payout.findMany({ where: { merchantId }, orderBy: [{ createdAt: "asc" }, { id: "asc" }] });
}
