import { address, getAddressEncoder, getProgramDerivedAddress } from "@solana/kit";
import type { AddressInspection, AssetDescription } from "@/lib/chains/driver";
import type { Asset } from "@/lib/chains/facts";
import { isOnCurve, SYSTEM_PROGRAM, TOKEN_2022_PROGRAM, TOKEN_PROGRAMS } from "@/lib/chains/solana/config";
import { accountData, inContext, key, list, object, units } from "@/lib/chains/solana/decode";
import { NodeAnswerError, type SolanaNode } from "@/lib/chains/solana/json-rpc";
import {
  decodeMint,
  decodeTokenAccount,
  type Mint,
  readTexts,
  type TokenAccount,
} from "@/lib/chains/solana/token-layout";

const NO_SUCH_MINT = -32_602;

/** An existing account: each is owned by a program, users' accounts by the system program. */
export type Account = { readonly program: string; readonly units: bigint; readonly data: Uint8Array };

/** A token account of an owner. */
export type HeldTokenAccount = TokenAccount & {
  /** Lamports held as rent. */
  readonly rent: bigint;
};

/** Returns null for each account that does not exist, in the order of the request. */
export async function readAccounts(
  node: SolanaNode,
  addresses: readonly string[],
  signal: AbortSignal,
): Promise<readonly (Account | null)[]> {
  const options = { encoding: "base64", commitment: "confirmed" };
  const { value } = inContext(await node.request("getMultipleAccounts", [addresses, options], signal));
  const found = list(value);
  if (found.length !== addresses.length)
    throw new Error(`${node.name} sent ${found.length} of ${addresses.length} accounts`);
  return found.map((item) => (item === null ? null : decodeAccount(item)));
}

export async function readAccount(node: SolanaNode, address: string, signal: AbortSignal): Promise<Account | null> {
  return (await readAccounts(node, [address], signal))[0] ?? null;
}

/**
 * Returns the current balance: nodes store no historical ones. A token balance is the sum of all
 * the owner's accounts of its mint.
 */
export async function readBalance(node: SolanaNode, owner: string, asset: Asset, signal: AbortSignal): Promise<bigint> {
  if (asset.kind === "native") {
    const options = { commitment: "confirmed" };
    return units(inContext(await node.request("getBalance", [owner, options], signal)).value);
  }
  const accounts = await readTokenAccounts(node, owner, asset.contract, signal);
  return accounts.reduce((sum, account) => sum + account.units, 0n);
}

/** Returns the owner's accounts of one mint; none when there is no such mint. */
export async function readTokenAccounts(
  node: SolanaNode,
  owner: string,
  mint: string,
  signal: AbortSignal,
): Promise<readonly HeldTokenAccount[]> {
  const options = { encoding: "base64", commitment: "confirmed" };
  try {
    const answer = await node.request("getTokenAccountsByOwner", [owner, { mint }, options], signal);
    return list(inContext(answer).value).map((item) => {
      const { pubkey, account } = object(item);
      const { data, units: rent } = decodeAccount(account);
      const decoded = decodeTokenAccount(key(pubkey), data);
      if (decoded.owner !== owner || decoded.mint !== mint)
        throw new Error(`${node.name} sent an account of somebody else`);
      return { ...decoded, rent };
    });
  } catch (error) {
    if (error instanceof NodeAnswerError && error.code === NO_SUCH_MINT) return [];
    throw error;
  }
}

/**
 * `account`: somebody holds its key. Token accounts, mints, programs and addresses off the curve
 * (which only a program can control) are contracts: refunds sent there may be lost.
 */
export async function readInspection(
  node: SolanaNode,
  address: string,
  signal: AbortSignal,
): Promise<AddressInspection> {
  const account = await readAccount(node, address, signal);
  const isPersons = isOnCurve(address) && (account === null || isPlain(account));
  return { kind: isPersons ? "account" : "contract", active: account !== null };
}

/** Returns whether it holds SOL and nothing else. */
export function isPlain({ program, data }: Account): boolean {
  return program === SYSTEM_PROGRAM && data.length === 0;
}

function decodeAccount(value: unknown): Account {
  const { owner, lamports, data } = object(value);
  return { program: key(owner), units: units(lamports), data: accountData(data) };
}

/** Metaplex's program, which stores the names of tokens of the original token program. */
const METADATA_PROGRAM = address("metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s");
/** Offset after a kind byte and two keys. */
const METADATA_NAME = 65;
/** The length of an address. */
const SYMBOL_CHARACTERS_MAX = 44;

type KnownMint = Mint & { readonly program: string };

/**
 * Returns the decimals from the mint, and the symbol from the mint's own metadata or from Metaplex.
 * A token without either is named by its address: the chain has no other name for it.
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

/** Returns null when the account is not a mint of either token program. */
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
