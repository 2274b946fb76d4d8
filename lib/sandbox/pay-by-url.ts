import { z } from "zod";
import { AppError } from "@/lib/errors";
import type { PlayPayment } from "@/lib/sandbox/play-money";
import { postToSandboxNode } from "@/lib/sandbox/post-to-node";

const SERVER_ERROR = 500;
const CLIENT_ERROR = 400;

/** Null where the receiver's own transaction is made by the block. */
const paid = z.object({ transactionId: z.string().nullable() });

/**
 * Has a sandbox chain pay: `POST {outputs:[{to, contract, units}]}`, base units as text. Answers the transaction's id where it is known already.
 *
 * @throws AppError `refused` when the chain does not carry such a payment, which for one of ours means that it is too small for the chain;
 * `unavailable` when its node does not take it in time
 */
export async function payByUrl(payUrl: string, { to, contract, units }: PlayPayment): Promise<string | null> {
  const { status, answer } = await order(payUrl, { outputs: [{ to, contract, units: units.toString() }] });
  if (status >= CLIENT_ERROR && status < SERVER_ERROR) {
    throw new AppError("refused", "The sandbox chain does not carry so small a payment", { details: { answer } });
  }
  const parsed = paid.safeParse(answer);
  if (status >= SERVER_ERROR || !parsed.success) throw notTaken(answer);
  return parsed.data.transactionId;
}

async function order(payUrl: string, body: unknown) {
  try {
    return await postToSandboxNode(payUrl, body);
  } catch (cause) {
    throw notTaken(cause);
  }
}

function notTaken(cause: unknown): AppError {
  return new AppError("unavailable", "The sandbox chain did not take the transaction", { cause });
}
