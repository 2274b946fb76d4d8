import { describe, expect, test } from "vitest";
import { ADDRESS_FAMILIES } from "@/lib/chains/address-family";
import { NETWORKS, networkOf, networkOfChain } from "@/lib/chains/networks/networks";
import { readText } from "@/lib/testing/source-files";
import { isTestFile, readSources } from "@/scripts/lib/import-graph.mjs";

/** Ordinary words in code, beside the names of families. */
const FAMILY_NAMES: readonly string[] = [...ADDRESS_FAMILIES, "base"];

/** These always mean a network. */
const CODES = NETWORKS.map(({ code }) => code).filter((code) => !FAMILY_NAMES.includes(code));

/**
 * Samples for readers, demo shops and drills: they display a network, and no decision depends on
 * it.
 */
const SAMPLES =
  /^(lib\/run\/demo-data\/|lib\/fronts\/machine-api\/operations\/|components\/delivery\/docs\/|scripts\/(client-libraries|testing|lib\/(drill|failover|upgrade\/drill))\/|lib\/fronts\/payment-page\/sample-|lib\/money-out\/payout-batches\/export-batch\.ts$)/;

test("a network's code appears in its record and nowhere else in the code", () => {
  const code = new RegExp(`["'\`](${CODES.join("|")})["'\`]|^\\s*(${CODES.join("|")}): `);
  const found = readSources(["app", "components", "lib", "scripts"])
    .filter(({ path }) => !isTestFile(path) && !path.startsWith("lib/chains/networks/") && !SAMPLES.test(path))
    .flatMap(({ path, text }) =>
      text
        .split("\n")
        .filter((line) => code.test(line) && !/tidy-ignore: \S+/.test(line))
        .map((line) => `${path}: ${line.trim()}`),
    );
  expect(CODES.length).toBeGreaterThan(0);
  expect(found).toEqual([]);
});

describe.each(NETWORKS.map((network) => [network.code, network] as const))("%s", (code, network) => {
  test("is a file of its own, found by its code and its chain id", () => {
    expect(readText(`lib/chains/networks/${code}.ts`)).toContain(`export const ${code}: NetworkRecord = {`);
    expect(networkOf(code)).toBe(network);
    if (network.chainId !== null) expect(networkOfChain(network.chainId)).toBe(network);
  });
});

/**
 * The networks of the interface, whose coins and codes are tested together: `LISTED` of
 * data.test.ts, payment-uris.ts.
 */
const TOGETHER = ["arbitrum", "avalanche", "bsc", "eth", "polygon", ...ADDRESS_FAMILIES];

test("every network except those of the interface has its own test that states its facts independently", () => {
  const alone = NETWORKS.filter(({ code }) => !TOGETHER.includes(code));
  for (const { code } of alone)
    expect(readText(`lib/chains/networks/${code}.test.ts`)).toContain(`describeNetwork(${code}, {`);
});

test("no two networks share a code, a chain id or a list position", () => {
  for (const values of [
    NETWORKS.map(({ code }) => code),
    NETWORKS.flatMap(({ chainId }) => chainId ?? []),
    NETWORKS.map(({ sortOrder }) => sortOrder),
  ])
    expect([...new Set<unknown>(values)]).toEqual(values);
});
