import { isIP } from "node:net";
import { type Check, type Finding, good, look, type RequestFacts, wrong } from "@/lib/fronts/doctor/check";
import { countText } from "@/lib/fronts/doctor/format-text";
import { secretChecks } from "@/lib/fronts/doctor/secret-checks";
import { database } from "@/lib/kernel/db";
import { type Env, env } from "@/lib/kernel/env";
import { isNearAddress } from "@/lib/kernel/http/client-address";
import { listRealNetworks } from "@/lib/pricing/catalog/networks-repo";

const LOOPBACK_HOST = /^(localhost|127(\.\d+){3}|\[::1\])$/;

const address: Check = {
  id: "address",
  group: "safety",
  name: "Address of the pages",
  needsDatabase: false,
  look: async ({ request }) => [judgeAddress(env(), request)],
};

/** Whether links lead where people are, and nobody can listen on the way. Pure. */
export function judgeAddress(
  { BASE_URL, SANDBOX }: Pick<Env, "BASE_URL" | "SANDBOX">,
  request: RequestFacts | null,
): Finding {
  const base = new URL(BASE_URL);
  const isLocal = LOOPBACK_HOST.test(base.hostname);
  const extras = { measured: BASE_URL };
  if (request?.host && request.host.toLowerCase() !== base.host.toLowerCase()) {
    const says = `You came by ${request.host}, and links and checks go by ${base.host}.`;
    const mend = "Set BASE_URL to the address that people use, for web and worker, or open this page there.";
    return look(address, says, mend, extras);
  }
  if (isLocal && !SANDBOX) {
    const says = "Links lead to this machine only: nobody else can open a payment page.";
    return wrong(address, says, "Set BASE_URL to the public address, for web and worker.", extras);
  }
  if (base.protocol !== "https:" && !isLocal) {
    const says = "The pages are not encrypted: passwords and keys can be read on the way.";
    return wrong(address, says, "Put a proxy with TLS in front, and begin BASE_URL with https://.", extras);
  }
  return good(
    address,
    isLocal ? "It is this machine, as usual in a sandbox." : "It is encrypted, and you came by it.",
    extras,
  );
}

const proxies: Check = {
  id: "proxies",
  group: "safety",
  name: "Trusted proxies",
  needsDatabase: false,
  look: async ({ request }) => [judgeProxies(env(), request)],
};

/** Addresses that belong to nobody's proxy: who believes them believes everybody. */
const STRANGERS = ["8.8.8.8", "203.0.113.77"];

/** Whether the addresses of clients are what they seem, so far as one request shows it. Pure. */
export function judgeProxies(
  { TRUSTED_PROXIES, BASE_URL }: Pick<Env, "TRUSTED_PROXIES" | "BASE_URL">,
  request: RequestFacts | null,
): Finding {
  if (STRANGERS.some((stranger) => TRUSTED_PROXIES.check(stranger, "ipv4"))) {
    const says = "Everybody is believed about who they are: limits by address can be walked around.";
    return wrong(proxies, says, "Name in TRUSTED_PROXIES only the addresses of your own proxies.");
  }
  if (request === null) return good(proxies, "Only a request shows more: open the page Doctor by its usual address.");
  const { client, forwardedFor } = request;
  const extras = { measured: `you are ${client ?? "unknown"}` };
  const mend = "Name the proxy's own address in TRUSTED_PROXIES, and let it add what it saw to X-Forwarded-For.";
  if (BASE_URL.startsWith("https://") && forwardedFor === null)
    return look(proxies, "The proxy in front does not say who asks: all visitors count as one.", mend, extras);
  if (forwardedFor !== null && client !== null && isNearAddress(client) && !saysNear(forwardedFor)) {
    const says = `What stands at ${client} speaks for others and is not believed: all visitors count as one.`;
    return look(proxies, says, mend, extras);
  }
  return good(proxies, "This request came from where it says.", extras);
}

/** The last entry, which the nearest proxy wrote, is itself of a private network: somebody at home. */
function saysNear(forwardedFor: string): boolean {
  const last = forwardedFor.split(",").at(-1)?.trim() ?? "";
  return isIP(last) !== 0 && isNearAddress(last);
}

const operators: Check = {
  id: "operators",
  group: "safety",
  name: "Operators",
  needsDatabase: true,
  look: async () => [judgeOperators(await readOperatorFactors(), (await listRealNetworks()).length > 0)],
};

/** Whether a stolen password is enough to be the operator. Pure. */
export function judgeOperators(people: readonly OperatorFactors[], isReal: boolean): Finding {
  const extras = { measured: countText(people.length, "operator", "operators") };
  if (people.length === 0)
    return wrong(operators, "There is no operator.", "Finish the set-up, or give a user the flag.", extras);
  const bare = people.filter(({ hasFactor }) => !hasFactor).map(({ email }) => email);
  if (bare.length === 0) return good(operators, "Each has a second factor.", extras);
  const says = `A password alone is enough to be ${bare.join(", ")}`;
  if (!isReal) return good(operators, `${says}. Only play money is here.`, extras);
  return look(
    operators,
    `${says}, who can look at all and change nothing.`,
    "Let each set up a second factor under Settings, Account.",
    extras,
  );
}

const backups: Check = {
  id: "backups",
  group: "safety",
  name: "Backups",
  needsDatabase: true,
  look: async () => [judgeBackups((await listRealNetworks()).length > 0)],
};

/** What can be said of backups: that they cannot be seen. Pure. */
export function judgeBackups(isReal: boolean): Finding {
  if (!isReal) return good(backups, "They cannot be seen from here; only play money would be lost.");
  const says = "The gateway cannot see whether its database is backed up.";
  const mend =
    "See for yourself that the newest copy is from today and that it was restored once. The 24 words restore keys, not who paid what.";
  return look(backups, says, mend);
}

export const safetyChecks: readonly Check[] = [...secretChecks, address, proxies, operators, backups];

type OperatorFactors = { readonly email: string; readonly hasFactor: boolean };

/** Everybody who may do what the operator may, and whether a password alone is enough to be them. */
function readOperatorFactors(): Promise<OperatorFactors[]> {
  return database().$queryRaw<OperatorFactors[]>`
    SELECT u.email, u.totp_enabled_at IS NOT NULL OR EXISTS (SELECT FROM passkeys p WHERE p.user_id = u.id) AS "hasFactor"
    FROM users u WHERE u.is_operator AND NOT u.is_blocked ORDER BY 1`;
}
