import { readFileSync } from "node:fs";
import type { z } from "zod";
import {
  type CoinAmounts,
  parseNodeUrls,
  parseOutflowCaps,
  type SettingProblem,
  type SettingSource,
} from "@/lib/kernel/network-settings";
import { settingSchema } from "@/lib/kernel/setting-schema";
import { FILE_SETTING_NAMES, readSettingFiles } from "@/scripts/lib/setting-files.mjs";

export type Env = Readonly<z.output<typeof settingSchema>> & {
  /**
   * Node URLs by lowercase network code, from `NODE_URLS_<NETWORK>`, which is comma-separated.
   * Worker only.
   */
  readonly nodeUrls: Readonly<Record<string, readonly string[]>>;
  /**
   * Maximum outflow of each coin per network and hour, by lowercase network code, from
   * `OUTFLOW_CAPS_<NETWORK>`. Worker only.
   */
  readonly outflowCaps: Readonly<Record<string, CoinAmounts>>;
};

/** Names of all settings except those of single networks, for the check of `.env.example`. */
export const ENV_NAMES: readonly string[] = [...Object.keys(settingSchema.shape), ...FILE_SETTING_NAMES];

/**
 * Reads the settings of an environment, and those in files that it names.
 * @throws Error with one line that names every invalid one
 */
export function parseEnv(source: SettingSource): Env {
  const { settings, problems } = inspectEnv(source);
  if (problems.length > 0)
    throw new Error(`Bad setting ${problems.map(({ name, message }) => `${name}: ${message}`).join("; ")}`);
  return settings;
}

/** Replaces a DATABASE_URL that is missing or invalid; nothing listens there. */
const NO_DATABASE = "postgresql://127.0.0.1:1/none";

/**
 * Reads the settings as far as they are valid, and returns every problem, one for each setting. An
 * invalid setting has its default. Only for checks that report the problems.
 */
export function inspectEnv(source: SettingSource): {
  readonly settings: Env;
  readonly problems: readonly SettingProblem[];
} {
  // An empty variable counts as missing, because shells and container files write missing ones that
  // way.
  const isGiven = ([, value]: [string, string | undefined]) => value !== "";
  const files = readSettingFiles(source);
  const given: SettingSource = Object.fromEntries(Object.entries({ ...source, ...files.settings }).filter(isGiven));
  const nodeUrls = parseNodeUrls(given);
  const outflowCaps = parseOutflowCaps(given);
  const invalid = invalidSettings(given);
  const valid = Object.fromEntries(Object.entries(given).filter(([name]) => !invalid.has(name)));
  const parsed = settingSchema.parse({ ...valid, ...(invalid.has("DATABASE_URL") && { DATABASE_URL: NO_DATABASE }) });
  if (parsed.CRASH_POINT !== undefined && !parsed.SANDBOX) invalid.set("CRASH_POINT", "only on the sandbox");
  const own = [...invalid].map(([name, message]) => ({ name, message }));
  const problems = [...files.problems, ...own, ...nodeUrls.problems, ...outflowCaps.problems];
  return { settings: Object.freeze({ ...parsed, nodeUrls: nodeUrls.urls, outflowCaps: outflowCaps.caps }), problems };
}

function invalidSettings(given: SettingSource): Map<string, string> {
  const issues = settingSchema.safeParse(given).error?.issues ?? [];
  return new Map(
    issues.map(({ path, message }) => {
      const name = path.join(".");
      return [name, given[name] === undefined ? "it is missing" : message];
    }),
  );
}

let cached: Env | undefined;

/**
 * Returns this process's settings, parsed on first use and not on import, because a build has none.
 */
export function env(): Env {
  cached ??= parseEnv(process.env);
  return cached;
}

/** Returns the address of PostgreSQL itself, for connections that must keep their session. */
export function directDatabaseUrl(): string {
  return env().DATABASE_DIRECT_URL ?? env().DATABASE_URL;
}

/** What the environment of this process contains. */
export type GivenSettings = {
  /** The valid ones, and the defaults of all others. */
  readonly settings: Env;
  readonly problems: readonly SettingProblem[];
  /** Names of all variables that are set, and of settings in files, valid or not. */
  readonly names: readonly string[];
};

/**
 * Makes `env()` return the valid settings of this process. Only for the checks before the first
 * start, which report the problems.
 */
export function adoptValidSettings(): GivenSettings {
  const { settings, problems } = inspectEnv(process.env);
  cached = settings;
  const given = { ...process.env, ...readSettingFiles(process.env).settings };
  return { settings, problems, names: Object.keys(given).filter((name) => given[name] !== "") };
}

/** Returns a setting that this process requires. @throws Error that names it */
export function requiredSetting(name: "SECRET_KEY" | "AUTH_SECRET" | "SANDBOX_FILE"): string {
  const value = env()[name];
  if (!value) throw new Error(`Bad setting ${name}: it is missing`);
  return value;
}

/**
 * Returns the secrets whose cookies and seals are accepted; new ones are made with the first.
 * @throws Error that names AUTH_SECRET when it is missing
 */
export function authSecrets(): readonly [string, ...string[]] {
  const { AUTH_SECRET_PREVIOUS } = env();
  return [requiredSetting("AUTH_SECRET"), ...(AUTH_SECRET_PREVIOUS === undefined ? [] : [AUTH_SECRET_PREVIOUS])];
}

/**
 * Returns the unparsed sandbox description. @throws Error when SANDBOX_FILE is not set or cannot be
 * read
 */
export function readSandboxFile(path = requiredSetting("SANDBOX_FILE")): string {
  return readFileSync(path, "utf8");
}
