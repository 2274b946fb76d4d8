import { env } from "@/lib/env";
import { createBinanceP2pSource } from "@/lib/rates/binance-p2p-source";
import { createBinanceSource } from "@/lib/rates/binance-source";
import { createExmoSource } from "@/lib/rates/exmo-source";
import { createKucoinSource } from "@/lib/rates/kucoin-source";
import type { RateSource } from "@/lib/rates/rate-source";
import { createSandboxSource } from "@/lib/rates/sandbox-source";

export type ScheduledSource = {
  readonly source: RateSource;
  /** From the end of one refresh to the start of the next. */
  readonly pauseMs: number;
};

/** The sources that this installation asks: the file of RATES_FILE alone when it is set, else the four public ones. */
export function scheduledSources(): readonly ScheduledSource[] {
  const file = env().RATES_FILE;
  if (file !== undefined) return [{ source: createSandboxSource({ file }), pauseMs: 5_000 }];
  return [
    { source: createBinanceSource(), pauseMs: 15_000 },
    { source: createKucoinSource(), pauseMs: 15_000 },
    { source: createExmoSource(), pauseMs: 15_000 },
    { source: createBinanceP2pSource(), pauseMs: 60_000 },
  ];
}
