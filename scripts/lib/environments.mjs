/** The environment variables of each process of the gateway. */
import { join } from "node:path";
import { ROOT } from "./paths.mjs";

/** Outflow settings, which only the worker decides on. */
const OUTFLOW = /^(OUTFLOW_CAP_USD_PER_HOUR|OUTFLOW_CAPS_\w+|WITHDRAWAL_ADDRESSES)$/;
/**
 * Only the worker may know where the seed's key and the nodes are, and the mail server's password;
 * neither needs the key that signs backups.
 */
const NOT_FOR_WEB =
  /^(SEED_KEY|SEED_KEY_FILE|SEED_KEY_FILE_PREVIOUS|SMTP_URL(_FILE)?|MAIL_FOLDER|NODE_URLS_\w+|BACKUP_SIGNING_KEY(_FILE)?)$/;

/** The sandbox's prices, unless the user names a file. */
export const SANDBOX_RATES = join(ROOT, "lib/pricing/rates/sandbox-rates.json");

function publicPart(environment) {
  return Object.fromEntries(
    Object.entries(environment).filter(([name, value]) => value && !NOT_FOR_WEB.test(name) && !OUTFLOW.test(name)),
  );
}

function named(pattern) {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => pattern.test(name)));
}

/** Returns the setting NODE_URLS_<NETWORK> of each sandbox network. */
export function sandboxNodeUrls(networks) {
  return Object.fromEntries(
    Object.entries(networks).map(([code, { rpcUrl }]) => [`NODE_URLS_${code.toUpperCase()}`, rpcUrl]),
  );
}

/**
 * Creates the environments of web, worker and seeding. The user's settings override what `up` would
 * choose, except for the paths of the sandbox itself.
 */
export function createEnvironments({ paths, secrets, webUrl, workerUrl, baseUrl, port, networks, rateSourcesUrl }) {
  const common = {
    SECRET_KEY: secrets.secretKey,
    AUTH_SECRET: secrets.authSecret,
    WEBHOOK_ALLOW_PRIVATE: "true",
    MAIL_FROM: "Chaintill <no-reply@sandbox.test>",
    RATES_FILE: SANDBOX_RATES,
    RATE_SOURCES_URL: rateSourcesUrl,
    // Deriving the default of 500 for each of six families is a sixth of the worker's work until it
    // is ready.
    ADDRESS_POOL_SIZE: "100",
    ADDRESS_POOL_REFILL_BELOW: "50",
    ...publicPart(process.env),
    NODE_ENV: "production",
    DATABASE_URL: webUrl,
    BASE_URL: baseUrl,
    NEXTAUTH_URL: baseUrl,
    PORT: String(port),
    SANDBOX: "true",
    SANDBOX_FILE: paths.networks,
  };
  const own = { ...named(/^NODE_URLS_/), ...named(OUTFLOW) };
  const custody = process.env.SEED_KEY ? { SEED_KEY: process.env.SEED_KEY } : { SEED_KEY_FILE: secrets.seedKeyFile };
  const mail = process.env.SMTP_URL ? { SMTP_URL: process.env.SMTP_URL } : { MAIL_FOLDER: paths.mails };
  const places = { ...own, ...sandboxNodeUrls(networks) };
  const worker = { ...common, DATABASE_URL: workerUrl, ...mail, ...places, ...custody };
  return { web: common, worker, seed: { ...worker, SEED_OUT: paths.seedResult } };
}
