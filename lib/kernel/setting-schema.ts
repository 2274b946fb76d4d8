import { z } from "zod";
import { AMOUNT } from "@/lib/kernel/network-settings";
import { parseTrustedProxies } from "@/lib/kernel/trusted-proxies";

const hexKey = z.string().regex(/^[0-9a-f]{64}$/i, "expected 64 hex digits (32 bytes)");
const hexKeys = z.string().transform((text, context) => {
  const keys = text.split(",").map((entry) => entry.trim());
  if (keys.every((key) => hexKey.safeParse(key).success)) return keys;
  context.addIssue("expected keys of 64 hex digits separated by commas");
  return z.NEVER;
});
const yesOrNo = z.enum(["true", "false", "1", "0"]).transform((text) => text === "true" || text === "1");
const flag = yesOrNo.default(false);
const seconds = (fallback: number) => z.coerce.number().int().positive().default(fallback);

/** Fewer days would delete what payments, disputes and resends may still need. */
const RETAIN_DAYS_MIN = 30;
const retainDays = (fallback: number) =>
  z.coerce
    .number()
    .int()
    .max(36_500)
    .refine((days) => days === 0 || days >= RETAIN_DAYS_MIN, `expected 0, or ${RETAIN_DAYS_MIN} days or more`)
    .default(fallback);

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

/**
 * `btc:bc1...,eth:0x...`: an address may contain a colon itself. lib/sending/sends/outflow-rules.ts
 * validates each address.
 */
const placedAddresses = z.string().transform((text, context) => {
  const entries = text.split(",").map((entry) => /^([a-z0-9]{2,20}):(\S{1,200})$/.exec(entry.trim()));
  const places = entries.flatMap((found) => (found?.[1] && found[2] ? [{ network: found[1], address: found[2] }] : []));
  if (places.length === entries.length) return places;
  context.addIssue("expected entries such as btc:ADDRESS separated by commas, each with its network's code in front");
  return z.NEVER;
});

const databaseUrl = z.string().regex(/^postgres(ql)?:\/\//, "expected postgresql://...");

/** Every setting but those of single networks, as the text of an environment. */
export const settingSchema = z.object({
  /** PostgreSQL 15 or newer. */
  DATABASE_URL: databaseUrl,
  /**
   * PostgreSQL itself, when DATABASE_URL leads through PgBouncer in transaction mode: for locks,
   * notifications, the job queue and long reads, whose connections keep a session.
   */
  DATABASE_DIRECT_URL: databaseUrl.optional(),
  /** Whether statements have names on DATABASE_URL. By default not if there is a direct one. */
  DATABASE_PREPARED_STATEMENTS: yesOrNo.optional(),
  /**
   * Maximum connections of a pool. A web process has two pools: the machine API and the pages do
   * not share modules.
   */
  DATABASE_POOL_MAX: z.coerce.number().int().min(2).max(200).default(16),
  /**
   * Public origin of the web process, without a trailing slash: prefix of links in responses and
   * mails.
   */
  BASE_URL: z
    .url({ protocol: /^https?$/ })
    .default("http://127.0.0.1:3000")
    .transform((url) => url.replace(/\/+$/, "")),
  /** Address on which the web process listens; read by its launcher (scripts/start-web.mjs). */
  HOST: z.string().min(1).default("127.0.0.1"),
  PORT: z.coerce.number().int().min(1).max(65535).default(3000),
  /** Number of web processes on the port; read by their launcher (scripts/lib/web-cluster.mjs). */
  WEB_PROCESSES: z.coerce.number().int().min(1).max(64).optional(),
  /** Encrypts API keys at rest; web and worker need the same. */
  SECRET_KEY: hexKey.optional(),
  /** Further keys that decrypt, while SECRET_KEY is being replaced. Web and worker alike. */
  SECRET_KEY_PREVIOUS: hexKeys.default([]),
  /** Signs the sign-in cookie. */
  AUTH_SECRET: z.string().min(32).optional(),
  /** A further secret whose cookies are accepted, while AUTH_SECRET is being replaced. */
  AUTH_SECRET_PREVIOUS: z.string().min(32).optional(),
  /** Decrypts the seed; only for the worker. One of the two. */
  SEED_KEY: hexKey.optional(),
  SEED_KEY_FILE: z.string().min(1).optional(),
  /** A further key that decrypts the seed, while its key is being replaced. Only for the worker. */
  SEED_KEY_FILE_PREVIOUS: z.string().min(1).optional(),
  /** Test chains: one confirmation, a faucet on the payment page. Never with mainnets. */
  SANDBOX: flag,
  /** JSON that describes the sandbox chains; written by `npm run up`. */
  SANDBOX_FILE: z.string().min(1).optional(),
  /** Where the sandbox's seeding writes the credentials that it created; set by `npm run up`. */
  SEED_OUT: z.string().min(1).optional(),
  /** Lets webhooks reach private addresses. Only for the sandbox and closed test networks. */
  WEBHOOK_ALLOW_PRIVATE: flag,
  /** Also accepts http:// URLs for webhooks outside the sandbox. Web and worker need the same. */
  WEBHOOK_ALLOW_HTTP: flag,
  /**
   * A server that replaces https://api.telegram.org for chats, without a trailing slash; it may be
   * on a private address. Worker only.
   */
  TELEGRAM_API_URL: z
    .url({ protocol: /^https?$/ })
    .transform((url) => url.replace(/\/+$/, ""))
    .optional(),
  /** JSON file of prices; without it the public sources are queried. */
  RATES_FILE: z.string().min(1).optional(),
  /**
   * A server that replaces the four public sources, each under its own name:
   * `<url>/kucoin/api/v1/...`.
   */
  RATE_SOURCES_URL: z
    .url({ protocol: /^https?$/ })
    .transform((url) => url.replace(/\/+$/, ""))
    .optional(),
  /** Prices older than this many seconds are not used for quotes. */
  RATE_AGE_MAX_S: seconds(120),
  /** Prices older than this many seconds are not used for the gateway's own conversions. */
  EXCHANGE_RATE_AGE_MAX_S: seconds(15),
  /** Addresses in stock per family, and the level below which the worker derives more. */
  ADDRESS_POOL_SIZE: z.coerce.number().int().min(10).max(1_000_000).default(500),
  ADDRESS_POOL_REFILL_BELOW: z.coerce.number().int().min(1).max(1_000_000).default(450),
  /**
   * Creation fee of a static wallet, in TRX; taken from its first top-ups. 0: none. Fixed when the
   * wallet is created.
   */
  WALLET_CREATION_FEE_TRX: z
    .string()
    .regex(/^[0-9]{1,9}(\.[0-9]{1,6})?$/, "expected an amount of TRX such as 2 or 0.5")
    .default("2"),
  /**
   * Percentage of a conversion's proceeds that the gateway keeps; the rest goes to the merchant.
   * Web and worker need the same.
   */
  CONVERSION_SPREAD_PERCENT: percent("0.5"),
  /** Percentage of a commission that goes to the referrer of the merchant who paid it. */
  REFERRAL_SHARE_PERCENT: percent("20"),
  /**
   * US dollars in total that a session may move to known destinations before the user must confirm
   * their identity again; 0: always.
   */
  SMALL_MOVES_USD: z
    .string()
    .regex(/^[0-9]{1,9}(\.[0-9]{1,2})?$/, "expected an amount of US dollars such as 100 or 0.5")
    .default("100"),
  /**
   * Days after the decision on a held payment until the payer's answers and documents are deleted.
   * Web and worker need the same.
   */
  AML_RETENTION_DAYS: z.coerce.number().int().min(1).max(3_650).default(90),
  /**
   * Days after which old data is deleted or cleared (lib/run/retention); 0: never. Worker only.
   * What webhook attempts sent and received; ended sessions, used links, decided invitations.
   */
  RETAIN_REQUEST_DATA_DAYS: retainDays(90),
  /** Recipient and text of mails; messages to chats. */
  RETAIN_MAILS_DAYS: retainDays(90),
  /** Time lines, milestones of invoices without a payment, and webhooks, of what is finished. */
  RETAIN_EVENTS_DAYS: retainDays(0),
  /** E-mail addresses of payers of finished invoices and ended plans. */
  RETAIN_PAYER_DATA_DAYS: retainDays(0),
  /**
   * Signed requests that one API key may make per second on average, and at once, per web process.
   */
  RATE_LIMIT_PER_SECOND: z.coerce.number().int().min(1).default(100),
  RATE_LIMIT_BURST: z.coerce.number().int().min(1).default(500),
  /** Reverse proxies whose `X-Forwarded-For` is trusted. */
  TRUSTED_PROXIES: trustedProxies,
  /**
   * Multiplies the limits per client address for pages and calls without a key. 0: no limit by
   * address.
   */
  ADDRESS_LIMIT_FACTOR: z.coerce.number().min(0).max(1_000).default(1),
  /** Maximum number of open payment pages with live updates per web process; further ones poll. */
  PAGE_LISTENERS_MAX: z.coerce.number().int().min(0).max(100_000).default(2_000),
  /**
   * Sender of mails, `a@b.example` or `Name <a@b.example>`; without it none are sent. Web and
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
   * The SMTP server: `smtps://user:password@host:465`, or `smtp://...` for STARTTLS. Worker only.
   */
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  /** Instead of a server: a folder to which mails are written, for the sandbox. Worker only. */
  MAIL_FOLDER: z.string().min(1).optional(),
  /** Jobs that one worker process runs concurrently. */
  WORKER_CONCURRENCY: z.coerce.number().int().min(1).max(64).default(8),
  /**
   * Hours after which the last good backup counts as old, which raises an alarm on real networks;
   * 0: never. Worker only.
   */
  BACKUP_AGE_MAX_H: z.coerce.number().int().min(0).max(8_760).default(26),
  /** Public keys of age, separated by commas, that can read backups; read by `npm run backup`. */
  BACKUP_RECIPIENTS: z.string().optional(),
  /** Signs backups, so that a restore refuses others; read by `npm run backup`. */
  BACKUP_SIGNING_KEY: hexKey.optional(),
  /** An empty database for `npm run restore -- --drill`, which alone reads it. */
  DRILL_DATABASE_URL: z.string().optional(),
  /** Bearer token required for /metrics; without it there are no metrics outside the sandbox. */
  METRICS_TOKEN: z.string().min(16).optional(),
  /**
   * Maximum megabytes of a node's response about one block, uncompressed. It is read as a stream,
   * so a large one takes time rather than memory.
   */
  NODE_ANSWER_MB_MAX: z.coerce.number().int().min(16).max(16_384).default(1_024),
  /**
   * Kills the worker at a named step of a send (lib/kernel/crash-point.ts), for tests. Only in the
   * sandbox.
   */
  CRASH_POINT: z.string().min(1).optional(),
  /** Maximum number of a hot wallet's transactions that are not in a block yet. */
  SENDS_IN_FLIGHT_MAX: z.coerce.number().int().min(1).max(256).default(16),
  /**
   * Seconds after which a transaction that is in no block is replaced, if fees have risen. Without
   * it: ten blocks, at least three minutes.
   */
  SENDS_REPLACE_AFTER_S: z.coerce.number().int().min(1).max(86_400).optional(),
  /**
   * Number of transfers of one token outside the catalog that raise an alarm of its network; 0:
   * never. Worker only.
   */
  UNKNOWN_TOKEN_ALARM_COUNT: z.coerce.number().int().min(0).max(1_000_000).default(25),
  /**
   * Maximum total value, in US dollars, of payouts, refunds and withdrawals signed on one network
   * within an hour; 0: unlimited. Without it 10,000 outside the sandbox. Worker only.
   */
  OUTFLOW_CAP_USD_PER_HOUR: z
    .string()
    .regex(AMOUNT, "expected an amount of US dollars such as 10000, or 0 for no cap")
    .optional(),
  /**
   * Allowed destinations of withdrawals, each as `network:address`; without it any in the sandbox,
   * and none outside. Worker only.
   */
  WITHDRAWAL_ADDRESSES: placedAddresses.optional(),
  /**
   * Base address of the collector of traces, OTLP as JSON over HTTP; without it there are none. The
   * names are those of OpenTelemetry.
   */
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .transform((url) => url.replace(/\/+$/, ""))
    .optional(),
  /** Headers of the requests to it; the exporter itself reads them. */
  OTEL_EXPORTER_OTLP_HEADERS: z.string().optional(),
  /** Which traces are recorded; a part of them by ratio. */
  OTEL_TRACES_SAMPLER: z
    .enum([
      "always_on",
      "always_off",
      "traceidratio",
      "parentbased_always_on",
      "parentbased_always_off",
      "parentbased_traceidratio",
    ])
    .default("parentbased_always_on"),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "silent"]).default("info"),
});
