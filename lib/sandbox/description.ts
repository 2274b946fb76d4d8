import { z } from "zod";
import { readSandboxFile } from "@/lib/env";

const evmAddress = z.string().regex(/^0x[0-9a-fA-F]{40}$/);

const sandboxNetwork = z.object({
  rpcUrl: z.url({ protocol: /^https?$/ }),
  chainId: z.int().positive(),
  /** Unlocked on the sandbox node, and rich. */
  faucet: evmAddress,
  tokens: z.record(z.string(), z.object({ address: evmAddress, decimals: z.int().min(0).max(36) })),
});

export type SandboxNetwork = z.output<typeof sandboxNetwork>;

/**
 * The sandbox's EVM chains by network code, as the start wrote them down; other families are left out.
 * @throws Error when there is no sandbox, or the file is not of this form
 */
export function readSandboxNetworks(): Readonly<Record<string, SandboxNetwork>> {
  const file = z.object({ networks: z.record(z.string(), z.unknown()) }).parse(JSON.parse(readSandboxFile()));
  return Object.fromEntries(
    Object.entries(file.networks).flatMap(([code, network]) => {
      const parsed = sandboxNetwork.safeParse(network);
      return parsed.success ? [[code, parsed.data]] : [];
    }),
  );
}
