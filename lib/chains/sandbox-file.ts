import { z } from "zod";
import { ADDRESS_FAMILIES } from "@/lib/chains/address-family";

const ADDRESS_CHARS_MAX = 128;

const url = z.url({ protocol: /^https?$/ });
const evmAddress = z.string().regex(/^0x[0-9a-fA-F]{40}$/);

const tokensAt = <Address extends z.ZodType<string>>(address: Address) =>
  z.record(z.string(), z.object({ address, decimals: z.number().int().min(0).max(36) }));

/** Networks of the EVM family do not say so: they were there before the others. */
const evmNetwork = z.object({
  family: z.literal("evm").default("evm"),
  rpcUrl: url,
  chainId: z.number().int().positive(),
  /** Rich, and unlocked on the node. */
  faucet: evmAddress,
  tokens: tokensAt(evmAddress),
});

const otherNetwork = z.object({
  family: z.enum(ADDRESS_FAMILIES).exclude(["evm"]),
  rpcUrl: url,
  /** Pays whom one names: see `payByUrl`. */
  payUrl: url,
  /** Takes the gateway's keys, where its wallets are services (Monero). */
  walletsUrl: url.optional(),
  /** Who pays; absent where each payment comes from another address. */
  faucet: z.string().min(1).max(ADDRESS_CHARS_MAX).optional(),
  tokens: tokensAt(z.string().min(1).max(ADDRESS_CHARS_MAX)),
});

const sandboxFile = z.object({ networks: z.record(z.string(), z.unknown()) });

export type EvmSandboxNetwork = z.output<typeof evmNetwork>;
export type OtherSandboxNetwork = z.output<typeof otherNetwork>;
export type SandboxNetwork = EvmSandboxNetwork | OtherSandboxNetwork;

const anyNetwork = z.union([evmNetwork, otherNetwork]);

/**
 * The codes in the text of `sandbox.json`, whatever their form. @throws as `parseSandboxNetworks`
 * does
 */
export function listSandboxCodes(text: string): ReadonlySet<string> {
  return new Set(Object.keys(sandboxFile.parse(JSON.parse(text)).networks));
}

/**
 * The networks in the text of `sandbox.json`, by code; what is of no known form is left out.
 * @throws SyntaxError when the text is no JSON, ZodError when it is not of this form
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
