import { parse } from "lossless-json";
import type { z } from "zod";
import { outboundRequest } from "@/lib/kernel/http/outbound-request";
import type { Decimal } from "@/lib/kernel/money/decimal";

/** A market: units of `quote` per unit of `base`. Codes as in the catalog, upper case. */
export type Pair = { readonly base: string; readonly quote: string };

export type PairPrice = Pair & { readonly price: Decimal };

/** A provider of prices. */
export type RateSource = {
  readonly name: string;
  /**
   * Fetches the current prices. Leaves out pairs that the source does not trade or has no valid
   * price for.
   *
   * @throws RateSourceError when the source does not respond, or responds in an unexpected format
   */
  readonly fetchPrices: (pairs: readonly Pair[], signal: AbortSignal) => Promise<readonly PairPrice[]>;
};

export class RateSourceError extends Error {
  readonly source: string;

  constructor(source: string, message: string, options?: ErrorOptions) {
    super(`${source}: ${message}`, options);
    this.name = "RateSourceError";
    this.source = source;
  }
}

/** USD is the unit of all prices; USDT is the quote currency of most markets. */
export const USD = "USD";
export const TETHER = "USDT";

/** Lists every market from which a dollar price of these currencies can be derived. */
export function wantedPairs(currencies: {
  readonly crypto: readonly string[];
  readonly fiat: readonly string[];
}): readonly Pair[] {
  const fiat = currencies.fiat.filter((code) => code !== USD);
  return [
    ...[...currencies.crypto, ...fiat].map((base) => ({ base, quote: USD })),
    ...[...currencies.crypto, ...fiat].filter((base) => base !== TETHER).map((base) => ({ base, quote: TETHER })),
    ...fiat.map((quote) => ({ base: TETHER, quote })),
  ];
}

const TIMEOUT_MS = 8_000;
/** The largest ticker list, of about 1,300 markets, is 0.6 MB. */
const RESPONSE_BYTES_MAX = 8 * 1024 * 1024;

type SourceCall<Schema extends z.ZodType> = {
  readonly source: string;
  readonly url: string;
  /** Sent as JSON by POST; without it the call is a GET. */
  readonly body?: object;
  readonly schema: Schema;
  readonly signal: AbortSignal;
};

/**
 * Calls a source and parses its response by `schema`. Numbers are passed to the schema as the
 * source's own text, so that no price becomes floating point.
 *
 * @throws RateSourceError for any response but a 200 in the expected format
 */
export async function fetchJson<Schema extends z.ZodType>(call: SourceCall<Schema>): Promise<z.output<Schema>> {
  const response = await outboundRequest({
    url: call.url,
    ...(call.body === undefined ? { method: "GET" } : { method: "POST", body: JSON.stringify(call.body) }),
    headers: { accept: "application/json", ...(call.body === undefined ? {} : { "content-type": "application/json" }) },
    timeoutMs: TIMEOUT_MS,
    responseBytesMax: RESPONSE_BYTES_MAX,
    longBody: "refuse",
    // The URL comes from the code or the operator, who may run a private proxy.
    allowPrivate: true,
    signal: call.signal,
  }).catch((cause: unknown) => {
    throw new RateSourceError(call.source, "no answer", { cause });
  });
  if (response.status !== 200) throw new RateSourceError(call.source, `status ${response.status}`);
  const parsed = call.schema.safeParse(readJson(call.source, response.body));
  if (!parsed.success) throw new RateSourceError(call.source, "an answer in another shape", { cause: parsed.error });
  return parsed.data;
}

function readJson(source: string, body: Buffer): unknown {
  try {
    return parse(body.toString("utf8"), null, (number) => number);
  } catch (cause) {
    throw new RateSourceError(source, "an answer that is no JSON", { cause });
  }
}
