/**
 * Returns the number of cases of a property test: `gate` in `npm test`, `all` in
 * `npm test -- --all` and when its file is run alone. The first ones of a seed are identical.
 */
export function drawnCases({ gate, all }: { readonly gate: number; readonly all: number }): number {
  // biome-ignore lint/style/noProcessEnv: the tests' own start names the tier, no operator does
  return process.env["TEST_TIER"] === "gate" ? gate : all;
}
