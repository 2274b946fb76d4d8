import { validateAddress } from "@/lib/chains/address/validate-address";
import { toAddressKey } from "@/lib/chains/address-keys";
import { listSandboxCodes } from "@/lib/chains/sandbox-file";
import { type Env, env, readSandboxFile } from "@/lib/kernel/env";
import { type Decimal, decimal } from "@/lib/kernel/money/decimal";
import type { CoinAmounts, SettingProblem } from "@/lib/kernel/network-settings";
import { isReviewedCurrency } from "@/lib/pricing/catalog/agreed-token";
import { REVIEWED_NETWORKS, type ReviewedNetwork } from "@/lib/pricing/catalog/data/networks";
import { REVIEWED_SERVICES } from "@/lib/pricing/catalog/data/services";

/** What may leave a network within an hour. `setting`: its name, for the operator. */
export type OutflowCap =
  /** In whole coins. A coin that is not listed cannot be sent at all. */
  | { readonly kind: "coins"; readonly setting: string; readonly amounts: ReadonlyMap<string, Decimal> }
  /** All coins together, at current prices, in US dollars. */
  | { readonly kind: "dollars"; readonly setting: string; readonly amount: Decimal };

/**
 * Limits on what this worker signs on a network, from its own settings: write access to the
 * database cannot change them.
 */
export type OutflowRules = {
  /** Null: unlimited. */
  readonly cap: OutflowCap | null;
  /** Allowed withdrawal addresses, as written by `toAddressKey`; null: any. */
  readonly withdrawalKeys: ReadonlySet<string> | null;
  /**
   * Contracts and decimals must be those of this version's reviewed data; the sandbox has its own
   * contracts.
   */
  readonly isReviewedOnly: boolean;
};

type Settings = Pick<
  Env,
  "SANDBOX" | "SANDBOX_FILE" | "OUTFLOW_CAP_USD_PER_HOUR" | "WITHDRAWAL_ADDRESSES" | "outflowCaps"
>;

/**
 * Default outside the sandbox: enough for a normal hour of a shop, and a small part of what a hot
 * wallet should hold.
 */
const CAP_USD = "10000";
const USD_SETTING = "OUTFLOW_CAP_USD_PER_HOUR";

/** @throws Error that names an invalid setting */
export function outflowRulesOf(networkCode: string, settings: Settings = env()): OutflowRules {
  const isPlay = isPlayNetwork(networkCode, settings);
  return {
    cap: capOf(networkCode, settings, isPlay),
    withdrawalKeys: withdrawalKeysOf(networkCode, settings, isPlay),
    isReviewedOnly: !isPlay,
  };
}

/**
 * A sandbox may read a real network next to its own: the file of its chains lists the sandbox ones.
 * The catalog's rows have no say.
 */
function isPlayNetwork(networkCode: string, { SANDBOX, SANDBOX_FILE }: Settings): boolean {
  return SANDBOX && (SANDBOX_FILE === undefined || listSandboxCodes(readSandboxFile(SANDBOX_FILE)).has(networkCode));
}

/**
 * Call it when a worker starts.
 * @throws Error with every invalid outflow setting
 */
export function assertOutflowSettings(settings: Settings = env()): void {
  const problems = findOutflowProblems(settings).map(({ name, message }) => `${name}: ${message}`);
  if (problems.length > 0) throw new Error(`Bad setting ${problems.join("; ")}`);
}

/**
 * Returns what is wrong with the outflow settings beyond their form. A coin that is missing from
 * the reviewed data may be a token added by an operator and is accepted as it is: the entry allows
 * no coin of another name.
 */
export function findOutflowProblems(settings: Settings): SettingProblem[] {
  const { outflowCaps, WITHDRAWAL_ADDRESSES: places = [] } = settings;
  return [
    ...Object.keys(outflowCaps)
      .filter((code) => findNetwork(code) === undefined)
      .map((code) => ({ name: capsSetting(code), message: "there is no such network" })),
    ...Object.entries(outflowCaps).flatMap(([code, amounts]) => unknownCoins(code, amounts)),
    ...places.flatMap(({ network, address }) => {
      const problem = keyOf(network, address).problem;
      const message = `${network}:${address} is refused (${problem})`;
      return problem === null ? [] : [{ name: "WITHDRAWAL_ADDRESSES", message }];
    }),
  ];
}

function capOf(
  networkCode: string,
  { OUTFLOW_CAP_USD_PER_HOUR, outflowCaps }: Settings,
  isPlay: boolean,
): OutflowCap | null {
  const amounts = outflowCaps[networkCode];
  if (amounts !== undefined) {
    const exact = Object.entries(amounts).map(([coin, amount]) => [coin, decimal(amount)] as const);
    return { kind: "coins", setting: capsSetting(networkCode), amounts: new Map(exact) };
  }
  const amount = decimal(OUTFLOW_CAP_USD_PER_HOUR ?? (isPlay ? "0" : CAP_USD));
  return amount.isZero() ? null : { kind: "dollars", setting: USD_SETTING, amount };
}

function withdrawalKeysOf(networkCode: string, { WITHDRAWAL_ADDRESSES: places }: Settings, isPlay: boolean) {
  if (places === undefined) return isPlay ? null : new Set<string>();
  const own = places.filter(({ network }) => network === networkCode);
  return new Set(own.flatMap(({ network, address }) => keyOf(network, address).key ?? []));
}

function unknownCoins(code: string, amounts: CoinAmounts): SettingProblem[] {
  if (findNetwork(code) === undefined) return [];
  const known = new Set(REVIEWED_SERVICES.filter(({ network }) => network === code).map(({ currency }) => currency));
  return Object.keys(amounts)
    .filter((coin) => !known.has(coin) && isReviewedCurrency(coin))
    .map((coin) => ({ name: capsSetting(code), message: `there is no ${coin} on ${code}` }));
}

type Keyed = { readonly key: string; readonly problem: null } | { readonly key: null; readonly problem: string };

function keyOf(networkCode: string, address: string): Keyed {
  const network = findNetwork(networkCode);
  if (network === undefined) return { key: null, problem: "there is no such network" };
  const verdict = validateAddress(network.family, address, "real");
  if (!verdict.ok) return { key: null, problem: verdict.problem };
  return { key: toAddressKey(network.family, verdict.address), problem: null };
}

function findNetwork(code: string): ReviewedNetwork | undefined {
  return REVIEWED_NETWORKS.find((network) => network.code === code);
}

/** Returns the name of the setting that counts whole coins. */
export function capsSetting(networkCode: string): string {
  return `OUTFLOW_CAPS_${networkCode.toUpperCase()}`;
}
