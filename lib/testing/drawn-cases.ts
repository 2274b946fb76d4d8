/**
 * How many cases a property test draws: `gate` of them in `npm test`, `all` of them in
 * `npm test -- --all` and when its file is run by itself. The first ones of a seed are the same.
 */
export function drawnCases({ gate, all }: { readonly gate: number; readonly all: number }): number {
  // biome-ignore lint/style/noProcessEnv: the tests' own start names the tier, no operator does
  return process.env["TEST_TIER"] === "gate" ? gate : all;
}
