import { isIP } from "node:net";
import {
  type Check,
  errorFinding,
  type Finding,
  okFinding,
  type RequestFacts,
  warningFinding,
} from "@/lib/fronts/doctor/check";
import { countText } from "@/lib/fronts/doctor/format-text";
import { secretChecks } from "@/lib/fronts/doctor/secret-checks";
import { database } from "@/lib/kernel/db";
import { type Env, env } from "@/lib/kernel/env";
import { isNearAddress } from "@/lib/kernel/http/client-address";
import { listRealNetworks } from "@/lib/pricing/catalog/networks-repo";

const LOOPBACK_HOST = /^(localhost|127(\.\d+){3}|\[::1\])$/;

export const addressCheck: Check = {
  id: "address",
  group: "safety",
  name: "Address of the pages",
  needsDatabase: false,
  run: async ({ request }) => [checkBaseUrl(env(), request)],
};

/** Checks that links point to where users are, over an encrypted connection. Pure. */
export function checkBaseUrl(
  { BASE_URL, SANDBOX }: Pick<Env, "BASE_URL" | "SANDBOX">,
  request: RequestFacts | null,
): Finding {
  const base = new URL(BASE_URL);
  const isLocal = LOOPBACK_HOST.test(base.hostname);
  const extras = { measured: BASE_URL };
  if (request?.host && request.host.toLowerCase() !== base.host.toLowerCase()) {
    const summary = `You opened ${request.host}, but links and checks use ${base.host}.`;
    const remedy = "Set BASE_URL to the address that people use, for web and worker, or open this page there.";
    return warningFinding(addressCheck, summary, remedy, extras);
  }
  if (isLocal && !SANDBOX) {
    const summary = "Links point to this machine only: no one else can open a payment page.";
    return errorFinding(addressCheck, summary, "Set BASE_URL to the public address, for web and worker.", extras);
  }
  if (base.protocol !== "https:" && !isLocal) {
    const summary = "The pages are not encrypted: passwords and keys can be intercepted.";
    return errorFinding(addressCheck, summary, "Put a TLS proxy in front, and use https:// in BASE_URL.", extras);
  }
  return okFinding(
    addressCheck,
    isLocal
      ? "A local address, as usual in a sandbox."
      : `Encrypted${request === null ? "" : ", and you opened this address"}.`,
    extras,
  );
}

export const proxiesCheck: Check = {
  id: "proxies",
  group: "safety",
  name: "Trusted proxies",
  needsDatabase: false,
  run: async ({ request }) => [checkProxies(env(), request)],
};

/** Addresses that belong to no proxy of ours: settings that trust them trust everybody. */
const STRANGERS = ["8.8.8.8", "203.0.113.77"];

/** Checks that client addresses are genuine, as far as one request shows it. Pure. */
export function checkProxies(
  { TRUSTED_PROXIES, BASE_URL }: Pick<Env, "TRUSTED_PROXIES" | "BASE_URL">,
  request: RequestFacts | null,
): Finding {
  if (STRANGERS.some((stranger) => TRUSTED_PROXIES.check(stranger, "ipv4"))) {
    const summary = "X-Forwarded-For is trusted from any client, so address limits can be bypassed.";
    return errorFinding(proxiesCheck, summary, "Set only the addresses of your own proxies in TRUSTED_PROXIES.");
  }
  if (request === null) return okFinding(proxiesCheck, "Open the Doctor page at its usual address to check this.");
  const { client, forwardedFor } = request;
  const extras = { measured: `you are ${client ?? "unknown"}` };
  const remedy = "Add the proxy's address to TRUSTED_PROXIES, and let it set X-Forwarded-For.";
  if (BASE_URL.startsWith("https://") && forwardedFor === null)
    return warningFinding(
      proxiesCheck,
      "The proxy does not forward client addresses: all visitors count as one address.",
      remedy,
      extras,
    );
  if (forwardedFor !== null && client !== null && isNearAddress(client) && !saysNear(forwardedFor)) {
    const summary = `${client} forwards requests but is not trusted: all visitors count as one address.`;
    return warningFinding(proxiesCheck, summary, remedy, extras);
  }
  return okFinding(proxiesCheck, "The client address is detected correctly.", extras);
}

/**
 * The last entry, written by the nearest proxy, is a private address: a client in the local
 * network.
 */
function saysNear(forwardedFor: string): boolean {
  const last = forwardedFor.split(",").at(-1)?.trim() ?? "";
  return isIP(last) !== 0 && isNearAddress(last);
}

const operators: Check = {
  id: "operators",
  group: "safety",
  name: "Operators",
  needsDatabase: true,
  run: async () => [checkOperators(await readOperatorFactors(), (await listRealNetworks()).length > 0)],
};

/** Checks that a stolen password is not enough to act as an operator. Pure. */
export function checkOperators(people: readonly OperatorFactors[], isReal: boolean): Finding {
  const extras = { measured: countText(people.length, "operator", "operators") };
  if (people.length === 0)
    return errorFinding(operators, "There is no operator.", "Finish the setup, or make a user an operator.", extras);
  const bare = people.filter(({ hasFactor }) => !hasFactor).map(({ email }) => email);
  if (bare.length === 0) return okFinding(operators, "All operators use two-factor authentication.", extras);
  const summary = `Two-factor authentication is off for ${bare.join(", ")}`;
  if (!isReal) return okFinding(operators, `${summary}. Only play money is used.`, extras);
  return warningFinding(
    operators,
    `${summary}, who can view everything and change nothing.`,
    "Each operator can set it up under Settings, Account.",
    extras,
  );
}

const backups: Check = {
  id: "backups",
  group: "safety",
  name: "Backups",
  needsDatabase: true,
  run: async () => [checkBackups((await listRealNetworks()).length > 0)],
};

/** Reports backups as not verifiable from here. Pure. */
export function checkBackups(isReal: boolean): Finding {
  if (!isReal) return okFinding(backups, "Not visible from here; only play money would be lost.");
  const summary = "The gateway can't check whether its database is backed up.";
  const remedy =
    "Check that the latest backup is from today and that a restore was tested. The 24 words restore keys, not payment records.";
  return warningFinding(backups, summary, remedy);
}

export const safetyChecks: readonly Check[] = [...secretChecks, addressCheck, proxiesCheck, operators, backups];

type OperatorFactors = { readonly email: string; readonly hasFactor: boolean };

/** Returns all operators, and whether each has a second factor. */
function readOperatorFactors(): Promise<OperatorFactors[]> {
  return database().$queryRaw<OperatorFactors[]>`
    SELECT u.email, u.totp_enabled_at IS NOT NULL OR EXISTS (SELECT FROM passkeys p WHERE p.user_id = u.id) AS "hasFactor"
    FROM users u WHERE u.is_operator AND NOT u.is_blocked ORDER BY 1`;
}
