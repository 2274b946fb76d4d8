import { describe, expect, test } from "vitest";
import { ENV_NAMES, inspectEnv, parseEnv } from "@/lib/kernel/env";

const GOOD = { DATABASE_URL: "postgresql://me:pw@127.0.0.1:5432/chaintill" };
function problemOf(settings: Record<string, string | undefined>): string {
  try {
    parseEnv({ ...GOOD, ...settings });
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return "accepted";
}

describe("the settings", () => {
  test("require only the database: everything else is optional or has a default", () => {
    expect(parseEnv(GOOD)).toMatchObject({
      BASE_URL: "http://127.0.0.1:3000",
      PORT: 3000,
      SANDBOX: false,
      WEBHOOK_ALLOW_PRIVATE: false,
      WEBHOOK_ALLOW_HTTP: false,
      RATE_AGE_MAX_S: 120,
      EXCHANGE_RATE_AGE_MAX_S: 15,
      LOG_LEVEL: "info",
      nodeUrls: {},
    });
    expect(parseEnv(GOOD).SECRET_KEY).toBeUndefined();
  });

  const BAD: readonly (readonly [string, string | undefined])[] = [
    ["DATABASE_URL", undefined],
    ["DATABASE_URL", ""],
    ["DATABASE_URL", "mysql://x"],
    ["DATABASE_DIRECT_URL", "mysql://x"],
    ["DATABASE_PREPARED_STATEMENTS", "maybe"],
    ["DATABASE_POOL_MAX", "1"],
    ["DATABASE_POOL_MAX", "many"],
    ["BASE_URL", "chaintill.example"],
    ["BASE_URL", "ftp://x"],
    ["PORT", "0"],
    ["PORT", "65536"],
    ["PORT", "80a"],
    ["CONVERSION_SPREAD_PERCENT", "100.5"],
    ["CONVERSION_SPREAD_PERCENT", "-1"],
    ["REFERRAL_SHARE_PERCENT", "101"],
    ["REFERRAL_SHARE_PERCENT", "a fifth"],
    ["WALLET_CREATION_FEE_TRX", "-1"],
    ["WALLET_CREATION_FEE_TRX", "1e1"],
    ["WALLET_CREATION_FEE_TRX", "two"],
    ["SMALL_MOVES_USD", "-1"],
    ["SMALL_MOVES_USD", "0.001"],
    ["SMALL_MOVES_USD", "1e3"],
    ["SECRET_KEY", "11".repeat(31)],
    ["SECRET_KEY", "zz".repeat(32)],
    ["SECRET_KEY_PREVIOUS", `${"11".repeat(32)},`],
    ["SECRET_KEY_PREVIOUS", "11".repeat(31)],
    ["AUTH_SECRET", "short"],
    ["AUTH_SECRET_PREVIOUS", "short"],
    ["SEED_KEY", "0x".concat("11".repeat(32))],
    ["SANDBOX", "yes"],
    ["WEBHOOK_ALLOW_PRIVATE", "2"],
    ["WEBHOOK_ALLOW_HTTP", "on"],
    ["RATE_SOURCES_URL", "rates.example"],
    ["RATE_AGE_MAX_S", "0"],
    ["EXCHANGE_RATE_AGE_MAX_S", "0"],
    ["RATE_AGE_MAX_S", "-5"],
    ["RATE_AGE_MAX_S", "1.5"],
    ["ADDRESS_POOL_SIZE", "9"],
    ["ADDRESS_POOL_REFILL_BELOW", "0"],
    ["RATE_LIMIT_PER_SECOND", "0"],
    ["TRUSTED_PROXIES", "10.0.0.0/33"],
    ["TRUSTED_PROXIES", "proxy.example"],
    ["ADDRESS_LIMIT_FACTOR", "-1"],
    ["RATE_LIMIT_BURST", "x"],
    ["RETAIN_EVENTS_DAYS", "29"],
    ["RETAIN_MAILS_DAYS", "-1"],
    ["RETAIN_PAYER_DATA_DAYS", "36501"],
    ["RETAIN_REQUEST_DATA_DAYS", "1.5"],
    ["WORKER_CONCURRENCY", "65"],
    ["MAIL_FROM", "nobody"],
    ["MAIL_FROM", "Shop <a@b.example>, c@d.example"],
    ["MAIL_FROM", "Shop\r\nBcc: c@d.example <a@b.example>"],
    ["SMTP_URL", "https://mail.example"],
    ["SMTP_URL", "mail.example:25"],
    ["LOG_LEVEL", "loud"],
    ["OUTFLOW_CAP_USD_PER_HOUR", "-1"],
    ["OUTFLOW_CAP_USD_PER_HOUR", "1e4"],
    ["OUTFLOW_CAPS_ETH", "5"],
    ["OUTFLOW_CAPS_ETH", "eth:5"],
    ["OUTFLOW_CAPS_ETH", "ETH:5,"],
    ["OUTFLOW_CAPS_ETH", "ETH:5:6"],
    ["OUTFLOW_CAPS_ETH", "ETH:-5"],
    ["OUTFLOW_CAPS_ETH", "ETH:5,ETH:6"],
    ["WITHDRAWAL_ADDRESSES", "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045"],
    ["WITHDRAWAL_ADDRESSES", "eth:0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045,"],
    ["NODE_URLS_ETH", "wss://x"],
    ["NODE_URLS_ETH", "http://a,,http://b"],
    ["NODE_URLS_BSC", "127.0.0.1:8545"],
    ["NODE_URLS_BSC", "http://a.example/key, http://b.example, http://A.example:80/key"],
  ];
  test.each(BAD)("prevent the start when %s is %j, with one line that names it", (name, value) => {
    const message = problemOf({ [name]: value });
    expect(message).toMatch(new RegExp(`^Bad setting .*${name}: `));
    expect(message).not.toContain("\n");
  });

  test("report every invalid one at once, and reveal no secret", () => {
    const message = problemOf({
      PORT: "x",
      LOG_LEVEL: "loud",
      NODE_URLS_ETH: "http://user:hunter2@ host",
      SECRET_KEY: "hunter2",
    });
    for (const name of ["PORT", "LOG_LEVEL", "NODE_URLS_ETH", "SECRET_KEY"]) expect(message).toContain(`${name}: `);
    expect(message).not.toContain("hunter2");
  });

  test("are read as far as they are valid for a report, which has one problem for each invalid one", () => {
    const { settings, problems } = inspectEnv({
      PORT: "x",
      SECRET_KEY: "11",
      LOG_LEVEL: "warn",
      NODE_URLS_ETH: "ws://x",
      NODE_URLS_BSC: "http://b.example",
      OUTFLOW_CAPS_ETH: "5",
      CRASH_POINT: "sign",
    });
    const names = ["PORT", "SECRET_KEY", "DATABASE_URL", "NODE_URLS_ETH", "OUTFLOW_CAPS_ETH", "CRASH_POINT"];
    expect(problems.map(({ name }) => name).sort()).toEqual(names.sort());
    expect(problems.find(({ name }) => name === "DATABASE_URL")?.message).toBe("it is missing");
    expect(settings).toMatchObject({ PORT: 3000, LOG_LEVEL: "warn", nodeUrls: { bsc: ["http://b.example"] } });
    expect(settings.SECRET_KEY).toBeUndefined();
  });

  test("accept flags as true, false, 1, 0 or empty", () => {
    const flag = (SANDBOX: string) => parseEnv({ ...GOOD, SANDBOX }).SANDBOX;
    expect(["true", "1", "false", "0", ""].map(flag)).toEqual([true, true, false, false, false]);
  });

  test("treat empty values as missing, where they are optional", () => {
    const empty = Object.fromEntries(ENV_NAMES.filter((name) => name !== "DATABASE_URL").map((name) => [name, ""]));
    expect(parseEnv({ ...GOOD, ...empty })).toEqual(parseEnv(GOOD));
  });

  test("list each network's nodes in the order in which they were written", () => {
    const { nodeUrls } = parseEnv({
      ...GOOD,
      NODE_URLS_ETH: "https://a.example/key, http://b.example, https://a.example/other-key",
      NODE_URLS_BTC: "",
    });
    expect(nodeUrls).toEqual({ eth: ["https://a.example/key", "http://b.example", "https://a.example/other-key"] });
  });

  test("return the origin without a trailing slash, and are immutable", () => {
    const settings = parseEnv({ ...GOOD, BASE_URL: "https://pay.example//" });
    expect(settings.BASE_URL).toBe("https://pay.example");
    expect(Object.isFrozen(settings)).toBe(true);
    expect(ENV_NAMES).toContain("DATABASE_URL");
  });
});
