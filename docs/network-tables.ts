import type { NetworkRecord } from "@/lib/chains/networks/network-record";
import { NETWORKS } from "@/lib/chains/networks/networks";
import { REVIEWED_SERVICES } from "@/lib/pricing/catalog/data/services";

/**
 * A block of a document that is generated from the network records: `name` is the name of the block
 * between two marks, which `npm run networks` replaces.
 */
export type NetworkText = { readonly file: string; readonly name: string; readonly text: string };

const EVM = NETWORKS.filter(({ family }) => family === "evm");
const BY_PLACE = NETWORKS.toSorted((a, b) => a.sortOrder - b.sortOrder);

export function networkTexts(): readonly NetworkText[] {
  const plainNames = NETWORKS.map(({ name }) => name).join(", ");
  const simulatedEvm = EVM.filter(({ sandbox }) => sandbox !== null);
  const optional = NETWORKS.filter(({ sandbox }) => sandbox?.isDefault === false);
  return [
    { file: "README.md", name: "names", text: `${NETWORKS.length} networks: ${plainNames}` },
    { file: "docs/integration.md", name: "table", text: `\n${offerTable()}\n` },
    { file: "docs/networks.md", name: "table", text: `\n${guideTable()}\n` },
    { file: "docs/networks.md", name: "evm-urls", text: `\n\`\`\`bash\n${EVM.map(urlLine).join("\n")}\n\`\`\`\n` },
    { file: "docs/networks.md", name: "evm", text: `\n${EVM.map(section).join("\n")}` },
    { file: "docs/networks-sources.md", name: "depths", text: `\n${depthTable()}\n` },
    { file: "docs/sandbox.md", name: "evm", text: simulatedEvm.map(codeOf).join(", ") },
    { file: "docs/sandbox.md", name: "optional", text: optional.map(codeOf).join(", ") },
    { file: ".env.example", name: "nodes", text: `\n${NETWORKS.flatMap(envLines).join("\n")}\n` },
  ];
}

/**
 * Returns what `npm run up` needs to know about networks before any package is installed: the text
 * of scripts/lib/sandbox/networks.json.
 */
export function sandboxNetworks(): string {
  const simulated = NETWORKS.flatMap(({ code, family, native, chainId, sandbox, tokens }) => {
    if (sandbox === null) return [];
    const recipes = (sandbox.tokens ?? []).map((currency) => {
      const token = tokens.find((known) => known.currency === currency);
      if (token === undefined) throw new Error(`${code} plays ${currency}, which its record does not have`);
      return [currency, { decimals: token.decimals, isSilent: sandbox.silentTokens?.includes(currency) === true }];
    });
    return {
      code,
      family,
      coin: native.currency,
      chainId: chainId === null ? null : Number.parseInt(chainId.toString(), 10),
      isDefault: sandbox.isDefault,
      tokens: Object.fromEntries(recipes),
    };
  });
  return `${JSON.stringify(simulated, null, 2)}\n`;
}

/** Lists networks in the order in which payers see them. */
function offerTable(): string {
  const head = ["Network", "`network`", "Coins", "Confirmations", "`memo`", "`priority`"];
  return table(
    head,
    BY_PLACE.map((network) => [
      network.name,
      codeOf(network),
      coinsOf(network, " (not offered yet)").join(", "),
      String(network.confirmations.usual),
      network.hasMemo ? "yes" : "",
      network.hasPriority ? "yes" : "",
    ]),
  );
}

function guideTable(): string {
  const head = ["Network", "Family", "Coins", "Node", "In the sandbox", "Tested against"];
  return table(
    head,
    NETWORKS.map((network) => [
      `${network.name} ${codeOf(network)}`,
      `\`${network.family}\``,
      [network.native, ...network.tokens].map(({ currency }) => currency).join(", "),
      network.guide.node,
      network.guide.sandbox,
      network.guide.testedAgainst,
    ]),
  );
}

function depthTable(): string {
  const head = ["Network", "Default", "Minimum", "Lag limit", "Reason"];
  return table(
    head,
    NETWORKS.map(({ code, confirmations, lagLimitSeconds }) => [
      code,
      String(confirmations.usual),
      String(confirmations.least),
      `${lagLimitSeconds} s`,
      confirmations.why,
    ]),
  );
}

function coinsOf({ code }: NetworkRecord, mark: string): string[] {
  return REVIEWED_SERVICES.filter(({ network }) => network === code).map(({ currency, isReviewed }) =>
    isReviewed ? currency : `${currency}${mark}`,
  );
}

function section({ code, name, guide }: NetworkRecord): string {
  return `### ${name} (\`${code}\`)\n\n${guide.differs ?? "It differs only by its chain id."}\n`;
}

function envLines(network: NetworkRecord): string[] {
  return [...(network.guide.urlComment ?? []), urlLine(network)].map((line) => `# ${line}`);
}

function urlLine({ code, guide }: NetworkRecord): string {
  return `NODE_URLS_${code.toUpperCase()}=${guide.urls.join(",")}`;
}

function codeOf({ code }: NetworkRecord): string {
  return `\`${code}\``;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
