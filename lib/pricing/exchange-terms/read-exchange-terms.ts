import { keepRead } from "@/lib/kernel/kept-read";
import type { ExchangeTerms, ServiceKey } from "@/lib/pricing/exchange-terms/exchange-terms";
import { listTerms } from "@/lib/pricing/exchange-terms/repo";

/** Every look at a payment page asks; the operator edits a few times a year. */
const KEPT_MS = 10_000;

const kept = keepRead(async () => {
  const rows = await listTerms();
  return new Map(rows.map(({ fee, minimum, ...key }) => [nameOf(key), { fee, minimum }]));
}, KEPT_MS);

/** What exchanges usually take for a service; null where that is not known. At most ten seconds old, one read for all services. */
export async function readExchangeTerms(): Promise<(key: ServiceKey) => ExchangeTerms | null> {
  const terms = await kept.get();
  return (key) => terms.get(nameOf(key)) ?? null;
}

/** The next reader of this process sees what is stored now. */
export function forgetExchangeTerms(): void {
  kept.forget();
}

function nameOf({ currencyCode, networkCode }: ServiceKey): string {
  return `${currencyCode} ${networkCode}`;
}
