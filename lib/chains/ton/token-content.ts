import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { type Cell, Dictionary, type Slice } from "@ton/core";
import type { AssetDescription } from "@/lib/chains/driver";
import { accountAt } from "@/lib/chains/ton/config";
import { fields, list } from "@/lib/chains/ton/decode";
import { readTokenContent } from "@/lib/chains/ton/getters";
import { NodeAnswerError, type TonNode } from "@/lib/chains/ton/ton-node";

/** TEP-64: location of the description, and layout of its texts. */
const ON_CHAIN = 0x00;
const SNAKE = 0x00;
const TEXT_BYTES_MAX = 512;
const SYMBOL_CHARACTERS_MAX = 32;
/** Default of tokens that store their description on chain without decimals. */
const DECIMALS_DEFAULT = 9;

/** Known properties of a token; null where unknown. */
type Known = { readonly symbol: string | null; readonly decimals: string | null };

/**
 * Returns symbol and decimals of a token, from the chain where it has them. Many masters only name
 * a web page: such pages are never fetched from here (a third party's contract would control this
 * server's requests); what the node's own index has of them is used instead. Null when there is no
 * such token, or its decimals are unknown; the symbol is empty when unknown.
 */
export async function readTokenDescription(
  node: TonNode,
  master: string,
  signal: AbortSignal,
): Promise<AssetDescription | null> {
  const content = await readTokenContent(node, master, signal);
  if (content === null) return null;
  const own = decodeContent(content);
  const { symbol, decimals } =
    own.symbol === null || own.decimals === null ? await complete(node, master, own, signal) : own;
  if (decimals === null || !/^\d{1,3}$/.test(decimals)) return null;
  const places = Number.parseInt(decimals, 10);
  return places > 255 ? null : { symbol: symbol?.slice(0, SYMBOL_CHARACTERS_MAX) ?? "", decimals: places };
}

/** Decodes the on-chain description. Exported for its tests. */
export function decodeContent(content: Cell): Known {
  try {
    const slice = content.beginParse();
    if (slice.loadUint(8) !== ON_CHAIN) return { symbol: null, decimals: null };
    const texts = slice.loadDict(Dictionary.Keys.BigUint(256), Dictionary.Values.Cell());
    const textOf = (name: string) => {
      const value = texts.get(BigInt(`0x${bytesToHex(sha256(new TextEncoder().encode(name)))}`));
      return value === undefined ? null : readText(value.beginParse());
    };
    // If it names a page, the rest of the description is on that page.
    const fallback = textOf("uri") === null ? `${DECIMALS_DEFAULT}` : null;
    return { symbol: textOf("symbol"), decimals: textOf("decimals") ?? fallback };
  } catch {
    return { symbol: null, decimals: null };
  }
}

async function complete(node: TonNode, master: string, own: Known, signal: AbortSignal): Promise<Known> {
  const indexed = await readIndexed(node, master, signal);
  return { symbol: own.symbol ?? indexed.symbol, decimals: own.decimals ?? indexed.decimals };
}

/** Returns what the index fetched from the token's page. Operators of an index may disable that. */
async function readIndexed(node: TonNode, master: string, signal: AbortSignal): Promise<Known> {
  try {
    const answer = fields(await node.get("/api/v3/metadata", { address: master }, signal));
    const entries = Object.entries(answer).filter(([raw]) => raw.toLowerCase() === rawOf(master));
    const tokens = entries.flatMap(([, entry]) => list(fields(entry)["token_info"] ?? [])).map(fields);
    const token = tokens.find(({ type }) => type === "jetton_masters");
    if (token === undefined) return { symbol: null, decimals: null };
    const decimals = token["extra"] == null ? null : fields(token["extra"])["decimals"];
    return { symbol: textOrNull(token["symbol"]), decimals: textOrNull(decimals) };
  } catch (error) {
    if (error instanceof NodeAnswerError) return { symbol: null, decimals: null };
    throw error;
  }
}

function rawOf(master: string): string {
  return accountAt(master).toRawString().toLowerCase();
}

function textOrNull(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

/** Reads a text over any number of cells; the other layout, in chunks, is for images. */
function readText(slice: Slice): string | null {
  const parts: Buffer[] = [];
  let size = 0;
  if (slice.loadUint(8) !== SNAKE) return null;
  for (
    let part: Slice | null = slice;
    part !== null;
    part = part.remainingRefs > 0 ? part.loadRef().beginParse() : null
  ) {
    size += part.remainingBits / 8;
    if (size > TEXT_BYTES_MAX) return null;
    parts.push(part.loadBuffer(Math.floor(part.remainingBits / 8)));
  }
  const text = Buffer.concat(parts).toString("utf8");
  return text === "" ? null : text;
}
