import { z } from "zod";
import { env } from "@/lib/env";
import { AppError } from "@/lib/errors";
import { outboundRequest } from "@/lib/http/outbound-request";
import { payState } from "@/lib/invoices/pay-state";
import type { PayView } from "@/lib/invoices/pay-view";
import { readSandboxNetworks } from "@/lib/sandbox/description";
import { type PlayMoneyKind, type PlayTransaction, playTransaction } from "@/lib/sandbox/play-money";

const NODE_LIMIT_MS = 8_000;
const ANSWER_BYTES_MAX = 64 * 1024;

const answerOfNode = z.object({ result: z.string().optional(), error: z.object({ message: z.string() }).optional() });

/** Whether the invoice can be paid with play money: in the sandbox, and on a play-money chain, and nowhere else. */
export function canPlay(view: PayView): boolean {
  return env().SANDBOX && view.quote?.network.isSandbox === true;
}

/**
 * Sends a real transaction on the sandbox chain of the invoice's quote and answers its id.
 *
 * @throws AppError `not_found` outside the sandbox, `unavailable` when the node does not take it in time
 */
export async function sendPlayMoney(view: PayView, kind: PlayMoneyKind, now: Date): Promise<string> {
  const code = view.quote?.network.code;
  if (!canPlay(view) || code === undefined) throw new AppError("not_found", "There is no sandbox here");
  const chain = readSandboxNetworks()[code];
  if (chain === undefined) throw new AppError("unavailable", "The sandbox chain is not described");
  const transaction = playTransaction(kind, chain, view, payState(view, now));
  return await sendTransaction(chain.rpcUrl, transaction);
}

async function sendTransaction(rpcUrl: string, transaction: PlayTransaction): Promise<string> {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "eth_sendTransaction", params: [transaction] });
  try {
    const response = await outboundRequest({
      url: rpcUrl,
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
      timeoutMs: NODE_LIMIT_MS,
      responseBytesMax: ANSWER_BYTES_MAX,
      longBody: "refuse",
      allowPrivate: true,
    });
    const answer = answerOfNode.parse(JSON.parse(response.body.toString("utf8")));
    if (answer.result !== undefined) return answer.result;
    throw new Error(answer.error?.message ?? "no result");
  } catch (cause) {
    throw new AppError("unavailable", "The sandbox chain did not take the transaction", { cause });
  }
}
