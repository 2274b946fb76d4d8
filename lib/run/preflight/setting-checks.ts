import { readdir, readFile } from "node:fs/promises";
import { type Check, errorFinding, type Finding, okFinding, warningFinding } from "@/lib/fronts/doctor/check";
import { checkStrength } from "@/lib/fronts/doctor/secret-checks";
import type { Env, GivenSettings } from "@/lib/kernel/env";
import type { SettingProblem } from "@/lib/kernel/network-settings";
import { leastPool, WORKER_ROLES } from "@/lib/kernel/worker-roles";
import { concerns, type Scope } from "@/lib/run/preflight/scope";
import { findOutflowProblems } from "@/lib/sending/sends/outflow-rules";

const settingFinding = (name: string) => ({ id: `setting:${name}`, name });

/** Returns an error for each invalid setting. Pure. */
export function checkProblems(problems: readonly SettingProblem[]): Finding[] {
  return problems.map(({ name, message }) => {
    const summary = `${message.charAt(0).toUpperCase()}${message.slice(1).replace(/\.$/, "")}.`;
    return errorFinding(settingFinding(name), summary, "Correct it; .env.example describes every setting.");
  });
}

const RANDOM = "Set it to the output of openssl rand -hex 32";

/**
 * Returns settings that a process needs and does not have. Without a scope it is not known which
 * process starts here, and only what both need is an error. Pure.
 */
export function checkMissing({ names, settings }: Pick<GivenSettings, "names" | "settings">, scope: Scope): Finding[] {
  const isGiven = (wanted: string) => names.some((name) => name === wanted);
  const missing = (name: string, remedy: string, process: "web" | "worker" | null): Finding[] => {
    if (process !== null && !concerns(scope, process)) return [];
    const summary = process === null ? "It is missing." : `It is missing; the ${process} process needs it.`;
    const isCertain = process === null || scope === process;
    return [(isCertain ? errorFinding : warningFinding)(settingFinding(name), summary, remedy)];
  };
  const hasNodes = names.some((name) => name.startsWith("NODE_URLS_"));
  return [
    ...(isGiven("SECRET_KEY") ? [] : missing("SECRET_KEY", `${RANDOM}, the same for web and worker.`, null)),
    ...(isGiven("AUTH_SECRET") ? [] : missing("AUTH_SECRET", `${RANDOM}.`, "web")),
    ...(isGiven("SEED_KEY") || isGiven("SEED_KEY_FILE")
      ? []
      : missing("SEED_KEY_FILE", "Write the key to a file as docs/operations.md says, and name it here.", "worker")),
    ...(hasNodes ? [] : missing("NODE_URLS_<NETWORK>", "Set at least one, for example NODE_URLS_ETH.", "worker")),
    ...checkWorkerPool(settings, scope),
  ];
}

function checkWorkerPool({ DATABASE_POOL_MAX }: Env, scope: Scope): Finding[] {
  const least = leastPool(new Set(WORKER_ROLES));
  if (!concerns(scope, "worker") || DATABASE_POOL_MAX >= least) return [];
  const summary = `A worker with all roles needs at least ${least} and does not start with ${DATABASE_POOL_MAX}.`;
  const found = scope === null ? warningFinding : errorFinding;
  return [found(settingFinding("DATABASE_POOL_MAX"), summary, "Raise it, or leave it out.")];
}

/** Keys to funds, and passwords of nodes and mail server. */
const ONLY_WORKER = /^(SEED_KEY.*|SMTP_URL(_FILE)?|NODE_URLS_.*)$/;

/** Checks that the web process does not get what only a worker may have. Pure. */
export function checkSeparation(names: readonly string[], scope: Scope): Finding[] {
  const foreign = names.filter((name) => ONLY_WORKER.test(name)).sort();
  const remedy = "Use two files of settings, and move these to the worker's.";
  if (scope === "web")
    return foreign.map((name) =>
      errorFinding(settingFinding(name), "The web process must not have it: only a worker may.", remedy),
    );
  if (scope === "worker" || foreign.length === 0 || !names.includes("AUTH_SECRET")) return [];
  const subject = { id: "separation", name: "Settings of web and worker" };
  const summary = `This environment has those of the web process (AUTH_SECRET) and of the worker (${foreign.join(", ")}).`;
  return [warningFinding(subject, summary, remedy)];
}

/** Reports settings that are only for the sandbox and for tests. Pure. */
export function checkPlaySettings({ SANDBOX, RATES_FILE, WEBHOOK_ALLOW_PRIVATE }: Env): Finding[] {
  if (SANDBOX)
    return [warningFinding(settingFinding("SANDBOX"), "Only play money is taken.", "Leave it out for real money.")];
  return [
    ...(RATES_FILE === undefined
      ? []
      : [
          errorFinding(
            settingFinding("RATES_FILE"),
            "Prices come from a file and not from a market.",
            "Leave it out: real payments would be priced with it.",
          ),
        ]),
    ...(WEBHOOK_ALLOW_PRIVATE
      ? [
          warningFinding(
            settingFinding("WEBHOOK_ALLOW_PRIVATE"),
            "Merchants can make the worker call machines of this network.",
            "Leave it out, unless this network is closed.",
          ),
        ]
      : []),
  ];
}

/** Files that Next reads at its start in production. */
const READ_BY_NEXT = /^\.env(\.production)?(\.local)?$/;

/** Checks the project's folder for files of settings that the web process would read. */
export async function checkEnvFiles(folder: string): Promise<Finding[]> {
  const found = (await readdir(folder)).filter((name) => READ_BY_NEXT.test(name));
  const summary = "The web process reads this file in the project's folder, whatever it is meant for.";
  const remedy = "Move it out of the project's folder, and start each process with its own file (--env-file).";
  return found.sort().map((name) => errorFinding({ id: `file:${name}`, name }, summary, remedy));
}

const DATABASE_PASSWORDS = /^(password|passwd|postgres|secret|chaintill\w*|admin|\.+|<.*>)$/i;

/** Returns the given settings, checked in full, without connecting to anything. */
export function settingsCheck(given: GivenSettings, scope: Scope, folder: string): Check {
  const check: Check = {
    id: "settings",
    group: "settings",
    name: "Settings",
    needsDatabase: false,
    run: async () => {
      const wrong = [
        ...checkProblems([...given.problems, ...findOutflowProblems(given.settings)]),
        ...checkMissing(given, scope),
        ...checkSeparation(given.names, scope),
        ...checkPlaySettings(given.settings),
        ...(await checkEnvFiles(folder)),
        ...checkDatabasePassword(given.settings.DATABASE_URL),
      ];
      return wrong.length > 0 ? wrong : [okFinding(check, "All are valid, and none is missing.")];
    },
  };
  return check;
}

/** Reports a URL that cannot be read, and a password that stands in examples. Pure. */
export function checkDatabasePassword(url: string): Finding[] {
  const subject = settingFinding("DATABASE_URL");
  const found = readPassword(url);
  if (found === null) {
    const remedy = "Percent-encode special characters of user and password: %40 for @, %25 for %.";
    return [errorFinding(subject, "It is not a valid URL.", remedy)];
  }
  const { user, password } = found;
  if (password === "" || (!DATABASE_PASSWORDS.test(password) && password !== user)) return [];
  const summary = "Its password is that of an example, or the name of the user.";
  const remedy = "Set a random one: ALTER ROLE ... PASSWORD '...', with the output of openssl rand -hex 32.";
  return [errorFinding(subject, summary, remedy)];
}

function readPassword(url: string): { readonly user: string; readonly password: string } | null {
  try {
    const { username, password } = new URL(url);
    return { user: decodeURIComponent(username), password: decodeURIComponent(password) };
  } catch {
    return null;
  }
}

/**
 * Checks that all given secrets look random, differ, and do not occur in the documentation.
 * @param seedKey content of the file of SEED_KEY_FILE; undefined if there is none or it is invalid
 */
export function secretsCheck(settings: Env, seedKey: string | undefined, folder: string): Check {
  const { SECRET_KEY, AUTH_SECRET, METRICS_TOKEN, SEED_KEY = seedKey } = settings;
  const known = { SECRET_KEY, AUTH_SECRET, METRICS_TOKEN, SEED_KEY };
  return {
    id: "secrets",
    group: "safety",
    name: "Secrets",
    needsDatabase: false,
    run: async () => {
      const isAnyGiven = Object.values(known).some((value) => value !== undefined);
      return isAnyGiven ? [checkStrength(known, await readDocumentation(folder))] : [];
    },
  };
}

async function readDocumentation(folder: string): Promise<string> {
  const pages = (await readdir(`${folder}/docs`).catch(() => [])).filter((name) => name.endsWith(".md"));
  const paths = [".env.example", "README.md", ...pages.map((name) => `docs/${name}`)];
  const texts = await Promise.all(paths.map((path) => readFile(`${folder}/${path}`, "utf8").catch(() => "")));
  return texts.join("\n");
}
