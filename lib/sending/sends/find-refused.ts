import { ChainUnavailableError } from "@/lib/chains/errors";
import type { FeeEstimate } from "@/lib/chains/spending";
import type { Catalog } from "@/lib/pricing/catalog/queries";
import type { Engine } from "@/lib/sending/sends/engine";
import { judgeQuotes } from "@/lib/sending/sends/prepare-send";
import type { Barred, Hindrance, Send } from "@/lib/sending/sends/send";
import { requestOf, termsOf } from "@/lib/sending/sends/send-terms";
import { explainFailure } from "@/lib/sending/sends/start-sends";

type By = { readonly engine: Engine; readonly catalog: Catalog; readonly signal: AbortSignal };

/**
 * Which of several sends keep their transaction from being made, and why, by their ids: those whose quotes do not bear their part of the
 * fee, or those that could not be paid alone either, for their address or amount. Empty when it is none of them by itself.
 * @throws ChainUnavailableError when no node answers
 */
export async function findRefused(by: By, sends: readonly Send[], { reason }: Hindrance): Promise<Barred> {
  const refused = new Map<string, Hindrance>();
  if (reason !== "fee" && reason !== "refused") return refused;
  const part = reason === "fee" ? partOf(await estimate(by, sends), sends.length) : null;
  for (const send of sends) {
    const hindrance =
      part === null ? await tryAlone(by, send) : judgeQuotes([send], termsOf(by.engine, by.catalog, [send]), part);
    if (hindrance !== null) refused.set(send.id, hindrance);
  }
  return refused;
}

/** Whatever our coins are: address and amount are looked at while its price is worked out. */
async function tryAlone(by: By, send: Send): Promise<Hindrance | null> {
  try {
    await estimate(by, [send]);
    return null;
  } catch (error) {
    by.signal.throwIfAborted();
    if (error instanceof ChainUnavailableError) throw error;
    return explainFailure(by.engine, [send], error);
  }
}

function estimate({ engine, catalog, signal }: By, sends: readonly Send[]): Promise<FeeEstimate> {
  const source = { kind: "coins", candidates: [], required: [], changeAddress: engine.hotAddress } as const;
  const priority = sends[0]?.priority ?? "recommended";
  const request = requestOf(termsOf(engine, catalog, sends), source);
  return engine.driver.estimateFee({ request, priority, replaces: null }, signal);
}

function partOf(fee: FeeEstimate, count: number): FeeEstimate {
  return { ...fee, expectedUnits: fee.expectedUnits / BigInt(count) };
}
