import { z } from "zod";
import { ADDRESS_FAMILIES } from "@/lib/chains/address-family";

const ADDRESS_CHARS_MAX = 128;

const url = z.url({ protocol: /^https?$/ });
const evmAddress = z.string().regex(/^0x[0-9a-fA-F]{40}$/);

const tokensAt = <Address extends z.ZodType<string>>(address: Address) =>
  z.record(z.string(), z.object({ address, decimals: z.number().int().min(0).max(36) }));

/** Entries of EVM networks may omit the family: they existed before the others. */
const evmNetwork = z.object({
  family: z.literal("evm").default("evm"),
  rpcUrl: url,
  chainId: z.number().int().positive(),
  /** A funded account, unlocked on the node. */
  faucet: evmAddress,
  tokens: tokensAt(evmAddress),
});

const otherNetwork = z.object({
  family: z.enum(ADDRESS_FAMILIES).exclude(["evm"]),
  rpcUrl: url,
  /** Pays the given destination: see `payByUrl`. */
  payUrl: url,
  /** Accepts the gateway's keys, where its wallets are services (Monero). */
  walletsUrl: url.optional(),
  /** The payer's address; absent where each payment comes from another address. */
  faucet: z.string().min(1).max(ADDRESS_CHARS_MAX).optional(),
  tokens: tokensAt(z.string().min(1).max(ADDRESS_CHARS_MAX)),
});

const sandboxFile = z.object({ networks: z.record(z.string(), z.unknown()) });

export type EvmSandboxNetwork = z.output<typeof evmNetwork>;
export type OtherSandboxNetwork = z.output<typeof otherNetwork>;
export type SandboxNetwork = EvmSandboxNetwork | OtherSandboxNetwork;

const anyNetwork = z.union([evmNetwork, otherNetwork]);

/**
 * Returns the codes in the text of `sandbox.json`, whatever their form. @throws like
 * `parseSandboxNetworks`
 */
export function listSandboxCodes(text: string): ReadonlySet<string> {
  return new Set(Object.keys(sandboxFile.parse(JSON.parse(text)).networks));
}

/**
 * Returns the networks in the text of `sandbox.json`, by code; entries of an unknown form are left
 * out.
 * @throws SyntaxError when the text is not JSON, ZodError when it is malformed
 */
export function parseSandboxNetworks(text: string): ReadonlyMap<string, SandboxNetwork> {
  const { networks } = sandboxFile.parse(JSON.parse(text));
  return new Map(
    Object.entries(networks).flatMap(([code, network]) => {
      const parsed = anyNetwork.safeParse(network);
      return parsed.success ? [[code, parsed.data] as const] : [];
    }),
  );
}
