import { z } from "zod";
import { AppError } from "@/lib/errors";
import { outboundRequest } from "@/lib/http/outbound-request";

const NODE_LIMIT_MS = 8_000;
const ANSWER_BYTES_MAX = 64 * 1024;

const answerOfNode = z.object({ result: z.string().optional(), error: z.object({ message: z.string() }).optional() });

/**
 * One JSON-RPC call with one parameter to a play-money node of this machine, whose answer is text.
 * @throws AppError `unavailable` when the node refuses or does not answer in time
 */
export async function callSandboxNode(rpcUrl: string, method: string, parameter: unknown): Promise<string> {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: [parameter] });
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
