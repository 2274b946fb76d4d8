import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createDriver, isFamilySupported } from "@/lib/chains/registry/create-driver";
import { REVIEWED_NETWORKS, type ReviewedNetwork } from "@/lib/pricing/catalog/data/networks";
import { REVIEWED_SERVICES } from "@/lib/pricing/catalog/data/services";

const ROOT = join(import.meta.dirname, "../../../..");
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
const GUIDE = read("docs/networks.md");
const EXAMPLE = read(".env.example");

const ROWS = REVIEWED_NETWORKS.map((network) => [network.code, network] as const);

/** Returns the URLs in a text that are shown for the network's setting. */
function shownUrls(text: string, { code }: ReviewedNetwork): string[] {
  const shown = [...text.matchAll(new RegExp(`\\bNODE_URLS_${code.toUpperCase()}=([^\\s\`]+)`, "g"))];
  return shown.flatMap(([, urls = ""]) => urls.split(","));
}

function driverOf({ code, family, chainId, nativeCurrency }: ReviewedNetwork, urls: readonly string[]) {
  const native = REVIEWED_SERVICES.find(({ currency, network }) => currency === nativeCurrency && network === code);
  return createDriver({
    network: code,
    family,
    chainId: chainId === null ? null : Number.parseInt(chainId.toString(), 10),
    isSandbox: false,
    urls,
    native: { symbol: nativeCurrency, decimals: native?.decimals ?? -1 },
  });
}

describe.each(ROWS)("%s", (code, network) => {
  it("has a driver that matches the catalog and accepts every URL shown for it, or the guide says that it has none", async () => {
    if (!isFamilySupported(network.family)) {
      expect(GUIDE).toMatch(new RegExp(`^\\|[^|]*\`${code}\`.*no driver in this version`, "m"));
      return;
    }
    const urls = [...new Set([...shownUrls(EXAMPLE, network), ...shownUrls(GUIDE, network)])];
    expect(urls.length).toBeGreaterThanOrEqual(1);
    const { features, nodeHealth } = await driverOf(network, urls);
    const { spending: kind, memo, tokens } = features;
    const { hasMemo, tokenStandard } = network;
    expect({ kind, memo, tokens, nodes: nodeHealth().length }).toEqual({
      kind: network.kind,
      memo: hasMemo,
      tokens: tokenStandard !== null,
      nodes: urls.length,
    });
  });

  it("has a section in the guide", () => {
    expect([...GUIDE.matchAll(/^### .*\(`(\w+)`\)$/gm)].map(([, named]) => named)).toContain(code);
  });
});
