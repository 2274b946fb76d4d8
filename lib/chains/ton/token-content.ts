import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { type Cell, Dictionary, type Slice } from "@ton/core";
import type { AssetDescription } from "@/lib/chains/driver";
import { accountAt } from "@/lib/chains/ton/config";
import { fields, list } from "@/lib/chains/ton/decode";
import { readTokenContent } from "@/lib/chains/ton/getters";
import { NodeAnswerError, type TonNode } from "@/lib/chains/ton/ton-node";

/** TEP-64: where the description is, and how one of its texts is laid out. */
const ON_CHAIN = 0x00;
const SNAKE = 0x00;
const TEXT_BYTES_MAX = 512;
const SYMBOL_CHARACTERS_MAX = 32;
/** What a token has that keeps its description on the chain and says nothing of decimals. */
const DECIMALS_DEFAULT = 9;

/** What is known of a token; each is null when it is not. */
type Known = { readonly symbol: string | null; readonly decimals: string | null };

/**
 * Symbol and decimals of a token, from the chain where they are on it. Many masters only name a web
 * page: such pages are never fetched from here (a stranger's contract would choose what this server
 * asks for), and what the node's own index has of them is taken. Null when there is no such token,
 * or nobody tells its decimals; the symbol is empty when nobody tells that.
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

/** The description that is on the chain. Exported for its tests. */
export function decodeContent(content: Cell): Known {
  try {
    const slice = content.beginParse();
    if (slice.loadUint(8) !== ON_CHAIN) return { symbol: null, decimals: null };
    const texts = slice.loadDict(Dictionary.Keys.BigUint(256), Dictionary.Values.Cell());
    const textOf = (name: string) => {
      const value = texts.get(BigInt(`0x${bytesToHex(sha256(new TextEncoder().encode(name)))}`));
      return value === undefined ? null : readText(value.beginParse());
    };
    // With a page beside it, the rest of the description is on that page.
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

/** What the index fetched of the token's page. Operators of an index may leave that out. */
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

/** Over as many cells as it takes; the other layout, in chunks, is for pictures. */
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
