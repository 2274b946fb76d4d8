import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Anvil } from "@/lib/chains/evm/testing/anvil";

const ADDRESS = "0xcA11bde05977b3631167028862bE2a173976CA11";

/**
 * Installs the published Multicall3 at its address on every public network: the result of its
 * creation code, taken from viem.
 */
export async function giveMulticall(anvil: Anvil): Promise<void> {
  const file = join(dirname(createRequire(import.meta.url).resolve("viem")), "constants", "contracts.js");
  const { multicall3Bytecode } = (await import(file)) as { multicall3Bytecode: string };
  const code = await anvil.rpc("eth_call", [{ data: multicall3Bytecode }, "latest"]);
  await anvil.rpc("anvil_setCode", [ADDRESS, code]);
}

export async function takeMulticall(anvil: Anvil): Promise<void> {
  await anvil.rpc("anvil_setCode", [ADDRESS, "0x"]);
}
