import { env } from "@/lib/kernel/env";
import { createBinanceP2pSource } from "@/lib/pricing/rates/binance-p2p-source";
import {
  BINANCE,
  createBinanceSource,
  createExmoSource,
  createKucoinSource,
  EXMO,
  KUCOIN,
} from "@/lib/pricing/rates/market-sources";
import type { RateSource } from "@/lib/pricing/rates/rate-source";
import { createSandboxSource } from "@/lib/pricing/rates/sandbox-source";
import type { RateSourceName } from "@/lib/pricing/rates/source-name";

export type ScheduledSource = {
  readonly source: RateSource;
  /** From the end of one refresh to the start of the next. */
  readonly pauseMs: number;
};

/**
 * Returns the sources of this installation: the four public ones, or the replacements at
 * RATE_SOURCES_URL. With RATES_FILE, the file, and the four only if RATE_SOURCES_URL provides them
 * in the sandbox too.
 */
export function scheduledSources(): readonly ScheduledSource[] {
  const { RATES_FILE: file, RATE_SOURCES_URL: sourcesUrl } = env();
  if (file === undefined) return namedSources(sourcesUrl, MARKET_PAUSE_MS);
  const own = { source: createSandboxSource({ file }), pauseMs: 5_000 };
  return sourcesUrl === undefined ? [own] : [own, ...namedSources(sourcesUrl, BESIDE_A_FILE_PAUSE_MS)];
}

/** Returns the origins that those sources are asked at; none if a file replaces them. */
export function sourceOrigins(): readonly string[] {
  const { RATES_FILE: file, RATE_SOURCES_URL: sourcesUrl } = env();
  if (sourcesUrl !== undefined) return [new URL(sourcesUrl).origin];
  return file === undefined ? [BINANCE, KUCOIN, EXMO] : [];
}

/**
 * Allows two refreshes, including the response and the worker's delay, within the age at which the
 * gateway exchanges.
 */
const MARKET_PAUSE_MS = 6_000;
/** When a file prices everything else, they only serve `course_source`, which sizes amounts. */
const BESIDE_A_FILE_PAUSE_MS = 15_000;

function namedSources(sourcesUrl: string | undefined, pauseMs: number): readonly ScheduledSource[] {
  const at = (name: RateSourceName) =>
    sourcesUrl === undefined ? {} : { origin: `${sourcesUrl}/${name.toLowerCase()}` };
  return [
    { source: createBinanceSource(at("Binance")), pauseMs },
    { source: createKucoinSource(at("Kucoin")), pauseMs },
    { source: createExmoSource(at("Exmo")), pauseMs },
    { source: createBinanceP2pSource(at("BinanceP2P")), pauseMs: 60_000 },
  ];
}
