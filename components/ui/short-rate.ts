/** Rates are kept with 30 decimals; ten digits that count after the point are what a person compares. Cut, not rounded. */
export function shortRate(rate: string): string {
  const [whole = "", fraction = ""] = rate.split(".");
  const shown = (/^0*\d{0,10}/.exec(fraction)?.[0] ?? "").replace(/0+$/, "");
  return shown === "" ? whole : `${whole}.${shown}`;
}
