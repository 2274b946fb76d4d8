import { z } from "zod";
import { AppError } from "@/lib/errors";
import { postToSandboxNode } from "@/lib/sandbox/post-to-node";

const answerOfNode = z.object({ result: z.string().optional(), error: z.object({ message: z.string() }).optional() });

/**
 * One JSON-RPC call with one parameter to a play-money node of this machine, whose answer is text.
 * @throws AppError `unavailable` when the node refuses or does not answer in time
 */
export async function callSandboxNode(rpcUrl: string, method: string, parameter: unknown): Promise<string> {
  try {
    const { answer } = await postToSandboxNode(rpcUrl, { jsonrpc: "2.0", id: 1, method, params: [parameter] });
    const { result, error } = answerOfNode.parse(answer);
    if (result !== undefined) return result;
    throw new Error(error?.message ?? "no result");
  } catch (cause) {
    throw new AppError("unavailable", "The sandbox chain did not take the transaction", { cause });
  }
}
