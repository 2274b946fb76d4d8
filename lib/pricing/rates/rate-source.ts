import { parse } from "lossless-json";
import type { z } from "zod";
import { outboundRequest } from "@/lib/kernel/http/outbound-request";
import type { Decimal } from "@/lib/kernel/money/decimal";

/** A market: units of `quote` for one unit of `base`. Codes as in the catalog, upper case. */
export type Pair = { readonly base: string; readonly quote: string };

export type PairPrice = Pair & { readonly price: Decimal };

/** One place that prices come from. */
export type RateSource = {
  readonly name: string;
  /**
   * Asks for the present prices. What the source does not trade, or prices at nothing sensible, is
   * left out.
   *
   * @throws RateSourceError when the source does not answer, or answers in another shape than its
   *   own
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

/** USD is what prices are counted in; USDT is what most markets are quoted in. */
export const USD = "USD";
export const TETHER = "USDT";

/** Every market that can lead from these currencies to dollars. */
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
 * Calls a source and reads its answer by `schema`. Numbers reach the schema as the text that the
 * source wrote, so no price passes through floating point.
 *
 * @throws RateSourceError for any answer but a 200 in the expected shape
 */
export async function fetchJson<Schema extends z.ZodType>(call: SourceCall<Schema>): Promise<z.output<Schema>> {
  const response = await outboundRequest({
    url: call.url,
    ...(call.body === undefined ? { method: "GET" } : { method: "POST", body: JSON.stringify(call.body) }),
    headers: { accept: "application/json", ...(call.body === undefined ? {} : { "content-type": "application/json" }) },
    timeoutMs: TIMEOUT_MS,
    responseBytesMax: RESPONSE_BYTES_MAX,
    longBody: "refuse",
    // Named by us or by the operator, who may well run a proxy of his own.
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
