import { readFile } from "node:fs/promises";
import { parse } from "lossless-json";
import { z } from "zod";
import { type Decimal, decimal, ONE } from "@/lib/kernel/money/decimal";
import { type RateSource, RateSourceError, USD } from "@/lib/pricing/rates/rate-source";
import { parsePrice } from "@/lib/pricing/rates/read-prices";
import { SANDBOX_SOURCE } from "@/lib/pricing/rates/source-name";

const prices = z.record(z.string().regex(/^[A-Z0-9]{2,12}$/), z.string());
const ratesFile = z.object({ moving: prices, fixed: prices });

/** A full cycle takes ten minutes, with an amplitude of 0.3 %. */
const WAVE_PERIOD_S = 600;
const WAVE_STEP = decimal("0.00002");

/**
 * The sandbox source: dollar prices from a JSON file, read every time so that a demo can change a
 * price by editing it. `moving` prices oscillate slightly with the clock, each in its own phase;
 * `fixed` ones (stable coins, fiat) are constant. The same file at the same second gives exactly
 * the same prices.
 */
export function createSandboxSource(options: { readonly file: string; readonly now?: () => Date }): RateSource {
  const now = options.now ?? (() => new Date());
  return {
    name: SANDBOX_SOURCE,
    fetchPrices: async (pairs) => {
      const { moving, fixed } = await readRatesFile(options.file);
      const wanted = new Set(pairs.filter((pair) => pair.quote === USD).map((pair) => pair.base));
      const seconds = Math.floor(now().getTime() / 1000);
      return [...wanted].flatMap((base) => {
        const text = moving[base] ?? fixed[base];
        const price = text === undefined ? null : parsePrice(text);
        if (price === null) return [];
        return [{ base, quote: USD, price: moving[base] === undefined ? price : price.times(wave(base, seconds)) }];
      });
    },
  };
}

/** A triangle wave between 0.997 and 1.003 in steps of 0.00002: no fraction ever needs rounding. */
function wave(currency: string, seconds: number): Decimal {
  const phase = [...currency].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % WAVE_PERIOD_S, 7);
  const position = (seconds + phase) % WAVE_PERIOD_S;
  const half = WAVE_PERIOD_S / 2;
  const height = position < half ? position - half / 2 : WAVE_PERIOD_S - position - half / 2;
  return ONE.plus(WAVE_STEP.times(BigInt(height)));
}

async function readRatesFile(file: string): Promise<z.output<typeof ratesFile>> {
  try {
    const text = await readFile(file, "utf8");
    return ratesFile.parse(parse(text, null, (number) => number));
  } catch (cause) {
    throw new RateSourceError(SANDBOX_SOURCE, `cannot read ${file}`, { cause });
  }
}
