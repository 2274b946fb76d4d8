import { z } from "zod";

const evmAddress = z.string().regex(/^0x[0-9a-fA-F]{40}$/);

const evmNetwork = z.object({
  rpcUrl: z.url({ protocol: /^https?$/ }),
  chainId: z.number().int().positive(),
  /** Rich, and unlocked on the node. */
  faucet: evmAddress,
  tokens: z.record(z.string(), z.object({ address: evmAddress, decimals: z.number().int().min(0).max(36) })),
});

const sandboxFile = z.object({ networks: z.record(z.string(), z.unknown()) });

export type SandboxNetwork = z.output<typeof evmNetwork>;

/**
 * The EVM networks in the text of `sandbox.json`, by code; other families are left out.
 * @throws SyntaxError when the text is no JSON, ZodError when it is not of this form
 */
export function parseSandboxNetworks(text: string): ReadonlyMap<string, SandboxNetwork> {
  const { networks } = sandboxFile.parse(JSON.parse(text));
  return new Map(
    Object.entries(networks).flatMap(([code, network]) => {
      const parsed = evmNetwork.safeParse(network);
      return parsed.success ? [[code, parsed.data] as const] : [];
    }),
  );
}
