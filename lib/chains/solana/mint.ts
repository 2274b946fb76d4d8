import { address, getAddressEncoder, getProgramDerivedAddress } from "@solana/kit";
import type { AssetDescription } from "@/lib/chains/driver";
import { type Account, readAccounts } from "@/lib/chains/solana/accounts";
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAMS } from "@/lib/chains/solana/config";
import type { SolanaNode } from "@/lib/chains/solana/json-rpc";
import { decodeMint, type Mint, readTexts } from "@/lib/chains/solana/token-layout";

/** Metaplex' program: where tokens of the first token program have their names. */
const METADATA_PROGRAM = address("metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s");
/** A kind in one byte, then two keys. */
const METADATA_NAME = 65;
/** As long as an address. */
const SYMBOL_CHARACTERS_MAX = 44;

type KnownMint = Mint & { readonly program: string };

/**
 * Decimals from the mint, the symbol from the mint's own metadata or from Metaplex'. A token that has neither is called by its address:
 * the chain has no other name for it.
 */
export async function readTokenDescription(
  node: SolanaNode,
  mint: string,
  signal: AbortSignal,
): Promise<AssetDescription | null> {
  const metadata = await findMetadataAddress(mint);
  const [account = null, named = null] = await readAccounts(node, [mint, metadata], signal);
  const known = toMint(account);
  if (known === null) return null;
  const symbol = known.symbol || (metaplexSymbol(named) ?? mint);
  return { symbol: symbol.slice(0, SYMBOL_CHARACTERS_MAX), decimals: known.decimals };
}

/** Null when the account is no mint of either token program. */
export function toMint(account: Account | null): KnownMint | null {
  if (account === null || !TOKEN_PROGRAMS.has(account.program)) return null;
  const mint = decodeMint(account.data, account.program === TOKEN_2022_PROGRAM);
  return mint === null ? null : { ...mint, program: account.program };
}

function metaplexSymbol(account: Account | null): string | null {
  if (account === null || account.program !== METADATA_PROGRAM) return null;
  return readTexts(account.data, METADATA_NAME, 2)[1] || null;
}

async function findMetadataAddress(mint: string): Promise<string> {
  const encode = getAddressEncoder();
  const seeds = ["metadata", encode.encode(METADATA_PROGRAM), encode.encode(address(mint))];
  const [found] = await getProgramDerivedAddress({ programAddress: METADATA_PROGRAM, seeds });
  return found;
}
