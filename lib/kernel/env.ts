import { readFileSync } from "node:fs";
import { z } from "zod";
import { parseTrustedProxies } from "@/lib/kernel/trusted-proxies";

const hexKey = z.string().regex(/^[0-9a-f]{64}$/i, "expected 64 hex digits (32 bytes)");
const flag = z
  .enum(["true", "false", "1", "0"])
  .default("false")
  .transform((text) => text === "true" || text === "1");
const seconds = (fallback: number) => z.coerce.number().int().positive().default(fallback);

const percent = (fallback: string) =>
  z
    .string()
    .regex(/^(100|[0-9]{1,2}(\.[0-9]{1,4})?)$/, "expected a percentage such as 20 or 0.5")
    .default(fallback);

const trustedProxies = z
  .string()
  .default("127.0.0.0/8,::1")
  .transform((text, context) => {
    const proxies = parseTrustedProxies(text);
    if (proxies !== null) return proxies;
    context.addIssue("expected addresses or ranges such as 10.0.0.0/8 separated by commas, or none");
    return z.NEVER;
  });

const AMOUNT = /^[0-9]{1,15}(\.[0-9]{1,18})?$/;

/**
 * `btc:bc1...,eth:0x...`: an address itself may have a colon. What is wrong with one is said by
 * lib/sending/sends/outflow-rules.ts.
 */
const placedAddresses = z.string().transform((text, context) => {
  const entries = text.split(",").map((entry) => /^([a-z0-9]{2,20}):(\S{1,200})$/.exec(entry.trim()));
  const places = entries.flatMap((found) => (found?.[1] && found[2] ? [{ network: found[1], address: found[2] }] : []));
  if (places.length === entries.length) return places;
  context.addIssue("expected entries such as btc:ADDRESS separated by commas, each with its network's code in front");
  return z.NEVER;
});

const schema = z.object({
  /** PostgreSQL 15 or newer. */
  DATABASE_URL: z.string().regex(/^postgres(ql)?:\/\//, "expected postgresql://..."),
  /**
   * Most connections of a pool. A web process has two: the machine API and the pages do not share
   * modules.
   */
  DATABASE_POOL_MAX: z.coerce.number().int().min(2).max(200).default(16),
  /**
   * Public origin of the web part, without a trailing slash: links in answers and mails begin with
   * it.
   */
  BASE_URL: z
    .url({ protocol: /^https?$/ })
    .default("http://127.0.0.1:3000")
    .transform((url) => url.replace(/\/+$/, "")),
  PORT: z.coerce.number().int().min(1).max(65535).default(3000),
  /** Web processes on the port; read by what starts them (scripts/lib/web-cluster.mjs). */
  WEB_PROCESSES: z.coerce.number().int().min(1).max(64).optional(),
  /** Encrypts API keys at rest; web and worker need the same. */
  SECRET_KEY: hexKey.optional(),
  /** Signs the sign-in cookie. */
  AUTH_SECRET: z.string().min(32).optional(),
  /** Decrypts the seed; given to the worker alone. One of the two. */
  SEED_KEY: hexKey.optional(),
  SEED_KEY_FILE: z.string().min(1).optional(),
  /**
   * Play-money chains: one confirmation, a faucet on the payment page. Never with real networks.
   */
  SANDBOX: flag,
  /** JSON that describes the sandbox chains; written by `npm run up`. */
  SANDBOX_FILE: z.string().min(1).optional(),
  /** Where the sandbox's seeding writes the credentials that it made; set by `npm run up`. */
  SEED_OUT: z.string().min(1).optional(),
  /** Lets webhooks reach private addresses. Only for the sandbox and closed test networks. */
  WEBHOOK_ALLOW_PRIVATE: flag,
  /** Takes http:// addresses for webhooks outside the sandbox too. Web and worker need the same. */
  WEBHOOK_ALLOW_HTTP: flag,
  /** JSON file of prices; without it the public sources are asked. */
  RATES_FILE: z.string().min(1).optional(),
  /**
   * A server in the place of the four public sources, each under its own name:
   * `<url>/kucoin/api/v1/...`.
   */
  RATE_SOURCES_URL: z
    .url({ protocol: /^https?$/ })
    .transform((url) => url.replace(/\/+$/, ""))
    .optional(),
  /** A price older than this many seconds refuses to quote. */
  RATE_AGE_MAX_S: seconds(120),
  /** A price older than this many seconds is none at which the gateway itself exchanges. */
  EXCHANGE_RATE_AGE_MAX_S: seconds(15),
  /** Addresses kept ready per family, and the mark below which the worker derives more. */
  ADDRESS_POOL_SIZE: z.coerce.number().int().min(10).max(1_000_000).default(500),
  ADDRESS_POOL_REFILL_BELOW: z.coerce.number().int().min(1).max(1_000_000).default(250),
  /**
   * What a static wallet's creation costs, in TRX; taken from its first top-ups. 0: nothing. Fixed
   * for a wallet when it is made.
   */
  WALLET_CREATION_FEE_TRX: z
    .string()
    .regex(/^[0-9]{1,9}(\.[0-9]{1,6})?$/, "expected an amount of TRX such as 2 or 0.5")
    .default("2"),
  /**
   * Percent of a conversion's outcome that the gateway keeps; the rest goes to the merchant. Web
   * and worker need the same.
   */
  CONVERSION_SPREAD_PERCENT: percent("0.5"),
  /** Percent of a commission that goes to the referrer of the merchant who paid it. */
  REFERRAL_SHARE_PERCENT: percent("20"),
  /**
   * US dollars that a session may move to known destinations in all before it is asked again who is
   * there; 0: it is always asked.
   */
  SMALL_MOVES_USD: z
    .string()
    .regex(/^[0-9]{1,9}(\.[0-9]{1,2})?$/, "expected an amount of US dollars such as 100 or 0.5")
    .default("100"),
  /**
   * Days after the decision about a held payment after which what its payer answered, and the
   * documents, are deleted. Web and worker need the same.
   */
  AML_RETENTION_DAYS: z.coerce.number().int().min(1).max(3_650).default(90),
  /**
   * Signed requests a second that one API key may make on average, and at once, per web process.
   */
  RATE_LIMIT_PER_SECOND: z.coerce.number().int().min(1).default(100),
  RATE_LIMIT_BURST: z.coerce.number().int().min(1).default(500),
  /** Reverse proxies whose `X-Forwarded-For` is believed. */
  TRUSTED_PROXIES: trustedProxies,
  /**
   * Multiplies what one client address may ask of the pages, and without a key. 0: no limit by
   * address.
   */
  ADDRESS_LIMIT_FACTOR: z.coerce.number().min(0).max(1_000).default(1),
  /**
   * Payment pages that may be open and told of changes at once, per web process; further ones ask
   * by themselves.
   */
  PAGE_LISTENERS_MAX: z.coerce.number().int().min(0).max(100_000).default(2_000),
  /**
   * Who mails are from, `a@b.example` or `Name <a@b.example>`; without it none are sent. Web and
   * worker.
   */
  MAIL_FROM: z
    .string()
    .refine(
      (text) =>
        /^(?:[^<>"\p{Cc}]{0,100}<[^\s<>@\p{Cc}]+@[^\s<>@\p{Cc}]+>|[^\s<>@\p{Cc}]+@[^\s<>@\p{Cc}]+)$/u.test(text),
      "expected an address",
    )
    .optional(),
  /**
   * The server that takes mails: `smtps://user:password@host:465`, or `smtp://...` for STARTTLS.
   * Worker only.
   */
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  /** In place of a server: a folder that mails are written into, for the sandbox. Worker only. */
  MAIL_FOLDER: z.string().min(1).optional(),
  /** Jobs that one worker process runs at once. */
  WORKER_CONCURRENCY: z.coerce.number().int().min(1).max(64).default(8),
  /**
   * Whoever asks for /metrics shows it as a bearer token; without it there are no metrics outside
   * the sandbox.
   */
  METRICS_TOKEN: z.string().min(16).optional(),
  /**
   * Most megabytes of a node's answer about one block, unpacked. It is read in pieces, so that much
   * of it takes time rather than memory.
   */
  NODE_ANSWER_MB_MAX: z.coerce.number().int().min(16).max(16_384).default(1_024),
  /**
   * Ends the worker at a named moment of a send (lib/kernel/crash-point.ts), for tests. Only on the
   * sandbox.
   */
  CRASH_POINT: z.string().min(1).optional(),
  /** Most transactions of one hot wallet that are not in a block yet. */
  SENDS_IN_FLIGHT_MAX: z.coerce.number().int().min(1).max(256).default(16),
  /**
   * Seconds after which a transaction that is in no block is replaced, if prices have risen.
   * Without it: ten blocks, three minutes at least.
   */
  SENDS_REPLACE_AFTER_S: z.coerce.number().int().min(1).max(86_400).optional(),
  /**
   * So many transfers of one token outside the catalog are an alarm of its network; 0: never.
   * Worker only.
   */
  UNKNOWN_TOKEN_ALARM_COUNT: z.coerce.number().int().min(0).max(1_000_000).default(25),
  /**
   * What payouts, refunds and withdrawals that are signed on one network within an hour may be
   * worth together, in US dollars; 0: whatever they are. Without it 10,000 outside the sandbox.
   * Worker only.
   */
  OUTFLOW_CAP_USD_PER_HOUR: z
    .string()
    .regex(AMOUNT, "expected an amount of US dollars such as 10000, or 0 for no cap")
    .optional(),
  /**
   * Where withdrawals may go, each as `network:address`; without it anywhere in the sandbox, and
   * nowhere outside. Worker only.
   */
  WITHDRAWAL_ADDRESSES: placedAddresses.optional(),
  LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "silent"]).default("info"),
});

const NODE_URLS_PREFIX = "NODE_URLS_";
const OUTFLOW_CAPS_PREFIX = "OUTFLOW_CAPS_";

/** Amounts as they were written, by the code of their coin. */
export type CoinAmounts = Readonly<Record<string, string>>;

export type Env = Readonly<z.output<typeof schema>> & {
  /**
   * Node URLs by lower case network code, from `NODE_URLS_<NETWORK>`; comma separated there. Worker
   * only.
   */
  readonly nodeUrls: Readonly<Record<string, readonly string[]>>;
  /**
   * How much of each coin may leave a network within an hour, by lower case network code, from
   * `OUTFLOW_CAPS_<NETWORK>`. Worker only.
   */
  readonly outflowCaps: Readonly<Record<string, CoinAmounts>>;
};

/** Names of all settings but those of one network each, for the check of `.env.example`. */
export const ENV_NAMES: readonly string[] = Object.keys(schema.shape);

/**
 * Reads the settings from `source`.
 * @throws Error with one line per bad setting, each naming it
 */
export function parseEnv(source: Readonly<Record<string, string | undefined>>): Env {
  // A variable that is set to nothing is one that was left out: shells and container files write it
  // so.
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ""));
  const parsed = schema.safeParse(given);
  const nodeUrls = parseNodeUrls(source);
  const outflowCaps = parseOutflowCaps(given);
  const isCrashRefused = parsed.success && parsed.data.CRASH_POINT !== undefined && !parsed.data.SANDBOX;
  const problems = [
    ...(isCrashRefused ? ["CRASH_POINT: only on the sandbox"] : []),
    ...(parsed.success ? [] : parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`)),
    ...nodeUrls.problems,
    ...outflowCaps.problems,
  ];
  if (!parsed.success || problems.length > 0) throw new Error(`Bad setting ${problems.join("; ")}`);
  return Object.freeze({ ...parsed.data, nodeUrls: nodeUrls.urls, outflowCaps: outflowCaps.caps });
}

function parseOutflowCaps(source: Readonly<Record<string, string | undefined>>) {
  const caps: Record<string, CoinAmounts> = {};
  const problems: string[] = [];
  for (const [name, value] of Object.entries(source)) {
    if (!name.startsWith(OUTFLOW_CAPS_PREFIX) || !value) continue;
    const pairs = value.split(",").map((entry) => entry.trim().split(":"));
    const coins = new Set(pairs.map(([coin]) => coin));
    if (!pairs.every(([coin = "", amount = "", ...more]) => isCoin(coin) && AMOUNT.test(amount) && more.length === 0)) {
      problems.push(`${name}: expected coins with amounts such as ETH:5,USDT:20000`);
    } else if (coins.size < pairs.length) problems.push(`${name}: the same coin stands in it twice`);
    else caps[name.slice(OUTFLOW_CAPS_PREFIX.length).toLowerCase()] = Object.fromEntries(pairs);
  }
  return { caps, problems };
}

function isCoin(text: string): boolean {
  return /^[A-Z0-9]{2,20}$/.test(text);
}

function parseNodeUrls(source: Readonly<Record<string, string | undefined>>) {
  const urls: Record<string, readonly string[]> = {};
  const problems: string[] = [];
  for (const [name, value] of Object.entries(source)) {
    if (!name.startsWith(NODE_URLS_PREFIX) || !value) continue;
    const list = value.split(",").map((url) => url.trim());
    if (!list.every((url) => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol))) {
      problems.push(`${name}: expected http(s) URLs separated by commas`);
    } else if (new Set(list.map((url) => new URL(url).href)).size < list.length) {
      problems.push(`${name}: the same URL stands in it twice`);
    } else urls[name.slice(NODE_URLS_PREFIX.length).toLowerCase()] = list;
  }
  return { urls, problems };
}

let cached: Env | undefined;

/**
 * The settings of this process, parsed on first use and not on import: a build has none of them.
 */
export function env(): Env {
  cached ??= parseEnv(process.env);
  return cached;
}

/** A setting that this process cannot do without. @throws Error that names it */
export function requiredSetting(name: "SECRET_KEY" | "AUTH_SECRET" | "SANDBOX_FILE"): string {
  const value = env()[name];
  if (!value) throw new Error(`Bad setting ${name}: it is missing`);
  return value;
}

/**
 * Content of the sandbox description, unparsed. @throws Error when SANDBOX_FILE is not set or
 * cannot be read
 */
export function readSandboxFile(path = requiredSetting("SANDBOX_FILE")): string {
  return readFileSync(path, "utf8");
}
