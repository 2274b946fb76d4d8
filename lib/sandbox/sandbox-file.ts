import { z } from "zod";

const evmAddress = z.string().regex(/^0x[0-9a-fA-F]{40}$/);

const evmNetwork = z.object({
  rpcUrl: z.url({ protocol: /^https?$/ }),
  chainId: z.number().int().positive(),
  /** Rich, and unlocked on the node. */
  faucet: evmAddress,
  tokens: z.record(z.string(), z.object({ address: evmAddress, decimals: z.number().int().min(0).max(36) })),
});

export type SandboxNetwork = z.output<typeof evmNetwork>;

/**
 * The EVM network of this code in the text of `sandbox.json`; null when it is not there or of another family.
 * @throws SyntaxError when the text is no JSON
 */
export function findSandboxNetwork(text: string, code: string): SandboxNetwork | null {
  const file = z.object({ networks: z.record(z.string(), z.unknown()) }).safeParse(JSON.parse(text));
  const network = evmNetwork.safeParse(file.data?.networks[code]);
  return network.success ? network.data : null;
}
