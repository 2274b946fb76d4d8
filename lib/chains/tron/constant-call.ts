import { toHexAddress } from "@/lib/chains/tron/address";
import { hex, list, message, object, units } from "@/lib/chains/tron/decode";
import type { TronNode } from "@/lib/chains/tron/http-node";
import { readText } from "@/lib/chains/tron/trc20";

export type ConstantCall = { readonly from: string; readonly contract: string; readonly data: string };

export type ConstantAnswer =
  | {
      readonly succeeded: true;
      readonly returned: string;
      /** All of it: java-tron counts the penalty in. */
      readonly energy: bigint;
      /** The part that popular contracts cost more at the moment. */
      readonly penalty: bigint;
    }
  | { readonly succeeded: false; readonly reason: string };

/** What the chain answers for "this can never run": no such contract, no such sender. Other codes are about the node. */
const CHAINS_REFUSALS: ReadonlySet<string> = new Set(["CONTRACT_VALIDATE_ERROR", "CONTRACT_EXE_ERROR"]);

/** keccak256("Error(string)"), which a revert with a reason begins with. */
const REASON_SELECTOR = "08c379a0";

/**
 * Runs a call on the newest state without sending it. A revert is an answer.
 * @throws Error when the node itself could not run it
 */
export async function callConstant(node: TronNode, call: ConstantCall, signal: AbortSignal): Promise<ConstantAnswer> {
  const question = {
    owner_address: toHexAddress(call.from),
    contract_address: toHexAddress(call.contract),
    data: call.data,
  };
  const answer = object(await node.ask("wallet/triggerconstantcontract", question, signal));
  const result = object(answer.result ?? {});
  const said = message(result.message);
  const [returned] = list(answer.constant_result).map(hex);
  if (result.result !== true) {
    const code = String(result.code ?? "no code");
    if (CHAINS_REFUSALS.has(code) && !/does not support constant/i.test(said))
      return { succeeded: false, reason: said };
    throw new Error(`${node.name} could not run a call: ${code} ${said}`);
  }
  if (said !== "" || isMarkedFailed(answer.transaction)) return { succeeded: false, reason: reasonOf(returned, said) };
  return {
    succeeded: true,
    returned: returned ?? "",
    energy: units(answer.energy_used),
    penalty: units(answer.energy_penalty),
  };
}

function isMarkedFailed(transaction: unknown): boolean {
  if (transaction === undefined) return false;
  return list(object(transaction).ret).some((result) => object(result).ret === "FAILED");
}

/** The contract's own words where it gave any. */
function reasonOf(returned: string | undefined, said: string): string {
  const words = returned?.startsWith(REASON_SELECTOR) ? readText(returned.slice(REASON_SELECTOR.length)) : null;
  return words || said || "the contract failed";
}
