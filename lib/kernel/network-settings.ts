/** The settings of single networks, whose names end with the network's code. */
const NODE_URLS_PREFIX = "NODE_URLS_";
const OUTFLOW_CAPS_PREFIX = "OUTFLOW_CAPS_";

export const AMOUNT = /^[0-9]{1,15}(\.[0-9]{1,18})?$/;

/** Variables of an environment. */
export type SettingSource = Readonly<Record<string, string | undefined>>;

/** `message` never contains the setting's value. */
export type SettingProblem = { readonly name: string; readonly message: string };

/** Amounts as written in the setting, by coin code. */
export type CoinAmounts = Readonly<Record<string, string>>;

/** Parses the caps of every network: amounts by coin code, by lowercase network code. */
export function parseOutflowCaps(source: SettingSource) {
  const caps: Record<string, CoinAmounts> = {};
  const problems: SettingProblem[] = [];
  for (const [name, value] of Object.entries(source)) {
    if (!name.startsWith(OUTFLOW_CAPS_PREFIX) || !value) continue;
    const pairs = value.split(",").map((entry) => entry.trim().split(":"));
    const coins = new Set(pairs.map(([coin]) => coin));
    if (!pairs.every(([coin = "", amount = "", ...more]) => isCoin(coin) && AMOUNT.test(amount) && more.length === 0)) {
      problems.push({ name, message: "expected coins with amounts such as ETH:5,USDT:20000" });
    } else if (coins.size < pairs.length) problems.push({ name, message: "the same coin stands in it twice" });
    else caps[name.slice(OUTFLOW_CAPS_PREFIX.length).toLowerCase()] = Object.fromEntries(pairs);
  }
  return { caps, problems };
}

function isCoin(text: string): boolean {
  return /^[A-Z0-9]{2,20}$/.test(text);
}

/** Parses the nodes of every network: URLs by lowercase network code. */
export function parseNodeUrls(source: SettingSource) {
  const urls: Record<string, readonly string[]> = {};
  const problems: SettingProblem[] = [];
  for (const [name, value] of Object.entries(source)) {
    if (!name.startsWith(NODE_URLS_PREFIX) || !value) continue;
    const list = value.split(",").map((url) => url.trim());
    if (!list.every((url) => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol))) {
      problems.push({ name, message: "expected http(s) URLs separated by commas" });
    } else if (new Set(list.map((url) => new URL(url).href)).size < list.length) {
      problems.push({ name, message: "the same URL stands in it twice" });
    } else urls[name.slice(NODE_URLS_PREFIX.length).toLowerCase()] = list;
  }
  return { urls, problems };
}
