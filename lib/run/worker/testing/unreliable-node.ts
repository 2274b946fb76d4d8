import { expect } from "vitest";
import type { Interception, RpcCall } from "@/lib/chains/evm/testing/rpc-proxy";
import { creditsOf, depositsOf, until, untilStatus } from "@/lib/run/worker/testing/observe";
import type { TestChain } from "@/lib/run/worker/testing/test-chain";
import type { TestGateway } from "@/lib/run/worker/testing/test-gateway";

/** Longer than a watcher's pause after a few failures, including a hanging call's time limit. */
const RECOVERY_LIMIT_MS = 40_000;

type Rule = (call: RpcCall) => Interception | null;

export type NodeFaults = {
  readonly what: string;
  readonly rule: Rule;
  /** How often the fault occurs before the node behaves again. */
  readonly times: number;
};

/**
 * Pays an invoice while the chain's node misbehaves; once it behaves, the payment is recorded and
 * credited once.
 */
export async function expectCreditedWhile(
  { gateway, chain }: { readonly gateway: TestGateway; readonly chain: TestChain },
  { rule, times }: Omit<NodeFaults, "what">,
): Promise<void> {
  const { id, currentQuote } = await gateway.invoice({ amount: "10", coin: "USDT", network: chain.network });
  const met = setFaults(chain, rule);
  const ten = 10n * 10n ** BigInt(chain.token("USDT").decimals);
  await chain.pay(currentQuote?.address ?? "", ten, "USDT");
  await until(() => expect(met()).toBeGreaterThanOrEqual(times), RECOVERY_LIMIT_MS);
  chain.proxy.intercept(() => null);
  await untilStatus(id, "paid", RECOVERY_LIMIT_MS);
  expect(await depositsOf(id)).toMatchObject([{ status: "confirmed", inclusion: 1 }]);
  expect(await creditsOf(id)).toHaveLength(1);
}

/** Returns the rule for calls of one method. */
export function on(method: string, interception: Interception): Rule {
  return (call) => (call.method === method ? interception : null);
}

/** Returns a function that counts how often the node has misbehaved. */
function setFaults({ proxy }: TestChain, rule: Rule): () => number {
  let count = 0;
  proxy.intercept((call) => {
    const interception = rule(call);
    if (interception !== null) count += 1;
    return interception;
  });
  return () => count;
}
