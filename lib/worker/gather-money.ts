import type { ChainDriver } from "@/lib/chains/driver";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { watchGas } from "@/lib/sweeps/gas-forecast";
import { planSweeps } from "@/lib/sweeps/plan-sweeps";
import { forwardSurplus } from "@/lib/treasury/forward-surplus";
import { every } from "@/lib/worker/every";

const PAUSE_MS = 60_000;
const PAUSE_MS_SANDBOX = 1_000;

type Gathered = { readonly driver: ChainDriver; readonly network: { readonly code: string } };

/** Brings deposits to the hot wallets, and their surplus to cold addresses, where it is worth it. Networks do not wait for each other. */
export async function gatherMoney(networks: readonly Gathered[], signal: AbortSignal): Promise<void> {
  const pauseMs = env().SANDBOX ? PAUSE_MS_SANDBOX : PAUSE_MS;
  await Promise.all(
    networks.map((open) => every(`sweeps ${open.network.code}`, pauseMs, signal, () => gatherOn(open, signal))),
  );
}

async function gatherOn(open: Gathered, signal: AbortSignal): Promise<void> {
  await planSweeps(open, signal);
  for (const step of [watchGas, forwardSurplus]) {
    try {
      await step(open.network.code);
    } catch (error) {
      log().error({ network: open.network.code, step: step.name, err: error }, "a step of gathering money failed");
    }
  }
}
