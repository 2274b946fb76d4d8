import { z } from "zod";
import { TransactionRefusedError } from "@/lib/chains/errors";
import { bytesOf } from "@/lib/chains/monero/decode";
import { paysAll } from "@/lib/chains/monero/proof-of-payment";
import { type RawTransaction, readTransaction } from "@/lib/chains/monero/raw-transaction";
import type { TransferOutput, UnsignedTransfer } from "@/lib/chains/spending";

const form = z.object({
  raw: z.string(),
  /** The secret number of this one transaction. It opens what was paid, and spends nothing. */
  transactionKey: z.string(),
  payments: z.array(z.object({ address: z.string(), units: z.string().regex(/^\d+$/).transform(BigInt) })).min(1),
});

export type Payload = z.output<typeof form>;

export function printPayload(raw: string, transactionKey: string, outputs: readonly TransferOutput[]): string {
  const payments = outputs.map(({ to, units }) => ({ address: to.address, units: units.toString() }));
  return JSON.stringify({ raw, transactionKey, payments });
}

/**
 * The transaction of a wallet service, after its own bytes have shown that it pays what was asked for, to whom, locks nothing, and costs no more than it may.
 * @throws TransactionRefusedError when they do not
 */
export function openPayload({ payload, fee }: Pick<UnsignedTransfer, "payload" | "fee">): Pick<
  RawTransaction,
  "transactionId" | "keyImages" | "feeUnits"
> & {
  readonly raw: Uint8Array;
} {
  const { raw: text, transactionKey, payments } = form.parse(JSON.parse(payload));
  const raw = bytesOf(text);
  const transaction = readTransaction(raw);
  const { transactionId, keyImages, feeUnits, unlockTime } = transaction;
  if (feeUnits > fee.maximumUnits) {
    throw new TransactionRefusedError("fee", `it would cost ${feeUnits} units, above the ${fee.maximumUnits} allowed`);
  }
  // Beside what is paid there is the change, even of nothing: the wallet's own address is the one receiver more.
  const isExact = unlockTime === 0n && transaction.outputs.length === payments.length + 1;
  if (!isExact || !paysAll(transaction, transactionKey, payments)) {
    throw new TransactionRefusedError("invalid", "the wallet service made another transaction than it was asked for");
  }
  return { raw, transactionId, keyImages, feeUnits };
}
