import type { ChainDriver } from "@/lib/chains/driver";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { watchGas } from "@/lib/sweeps/gas-forecast";
import { planSweeps } from "@/lib/sweeps/plan-sweeps";
import { forwardSurplus } from "@/lib/treasury/forward-surplus";
import { eachNetwork } from "@/lib/worker/each-network";

const PAUSE_MS = 60_000;
const PAUSE_MS_SANDBOX = 1_000;

type Gathered = { readonly driver: ChainDriver; readonly network: { readonly code: string } };

/** Brings deposits to the hot wallets, and their surplus to cold addresses, where it is worth it. Networks do not wait for each other. */
export async function gatherMoney(networks: readonly Gathered[], signal: AbortSignal): Promise<void> {
  const pauseMs = env().SANDBOX ? PAUSE_MS_SANDBOX : PAUSE_MS;
  await eachNetwork({ name: "sweeps", pauseMs }, networks, signal, gatherOn);
}

/** What asks no node goes first: a silent one does not keep it waiting. */
async function gatherOn(open: Gathered, signal: AbortSignal): Promise<void> {
  for (const step of [watchGas, forwardSurplus]) {
    try {
      await step(open.network.code);
    } catch (error) {
      log().error({ network: open.network.code, step: step.name, err: error }, "a step of gathering money failed");
    }
  }
  await planSweeps(open, signal);
}
