import { randomUUID } from "node:crypto";
import { type NamedShop, NOBODY } from "@/app/v1/recorded/testing/named-shop";
import type { Group, Recorder } from "@/app/v1/recorded/testing/recorder";
import { takeRequest } from "@/lib/fronts/machine-api/endpoint";
import { OPERATIONS } from "@/lib/fronts/machine-api/operations/all";
import { signBody, TIMED_SIGNATURE, timedMac } from "@/lib/fronts/machine-api/signatures";
import type { ApiKeyKind } from "@/lib/generated/prisma/client";
import { database } from "@/lib/kernel/db";
import { env } from "@/lib/kernel/env";
import { setOutflowLimits } from "@/lib/people/settings/set-outflow-limits";

const BALANCE = "/v1/balance";
const SIGNED = OPERATIONS.filter(({ keys }) => keys.length > 0);
const PAST_SECONDS = 1_600_000_000;

const signOf = (body: string, key: string) => signBody(Buffer.from(body), key);

type Timed = { readonly target?: string; readonly body?: string; readonly seconds?: number; readonly method?: string };

/** Headers of a call with a timed signature instead of `sign`. */
function timedBy(key: string, { target = BALANCE, body = "{}", method = "POST", ...rest }: Timed = {}) {
  const seconds = rest.seconds ?? Math.floor(Date.now() / 1000);
  const nonce = randomUUID();
  const mac = timedMac({ method, target, raw: Buffer.from(body) }, { seconds, nonce }, key);
  return { sign: null, [TIMED_SIGNATURE]: `t=${seconds},n=${nonce},v1=${mac.toString("hex")}` };
}

async function askSigned(calls: Recorder, shop: NamedShop, other: NamedShop): Promise<void> {
  const { payment, payout } = shop.keys;
  const good = signOf("{}", payment);
  const by = (says: string, headers: Readonly<Record<string, string | null>>, body = "{}") =>
    calls.ask(shop, BALANCE, body, { says, headers });
  await by("a good signature", {});
  await by("the same once more", {});
  await by("a signature in capitals", { sign: good.toUpperCase() });
  await by("the merchant in capitals", { merchant: shop.merchantId.toUpperCase() });
  await by("no merchant", { merchant: null });
  await by("no signature", { sign: null });
  await by("neither", { merchant: null, sign: null });
  await by("an empty signature", { sign: "" });
  await by("a wrong signature", { sign: "0".repeat(32) });
  await by("a cut signature", { sign: good.slice(0, -1) });
  await by("a merchant that is no uuid", { merchant: "1" });
  await by("an unknown merchant", { merchant: NOBODY });
  await by("another merchant", { merchant: other.merchantId });
  await by("another merchant's key", { sign: signOf("{}", other.keys.payment) });
  await by("the payout key", { sign: signOf("{}", payout) });
  await by("the signature of another body", { sign: signOf("{} ", payment) });
  await by("the key instead of a signature", { sign: payment });
}

async function askTimed(calls: Recorder, shop: NamedShop): Promise<void> {
  const { payment, payout } = shop.keys;
  const list = "/v1/payment/list?cursor=1";
  const by = (says: string, headers: Readonly<Record<string, string | null>>, target = BALANCE, key?: ApiKeyKind) =>
    calls.ask(shop, target, "{}", { says, headers, ...(key && { key }) });
  await by("a timed signature", timedBy(payment));
  const once = timedBy(payment);
  await by("a timed signature", once);
  await by("the same timed signature again", once);
  await by("a timed signature over path and query", timedBy(payment, { target: list }), list);
  await by(
    "a timed signature with the payout key",
    timedBy(payout, { target: "/v1/payout/list" }),
    "/v1/payout/list",
    "payout",
  );
  await by("a timed signature of another path", timedBy(payment), "/v1/payment/list");
  await by("a timed signature without the query", timedBy(payment, { target: "/v1/payment/list" }), list);
  await by("a timed signature of another method", timedBy(payment, { method: "GET" }));
  await by("a timed signature of another body", timedBy(payment, { body: "[]" }));
  await by("a timed signature with the payout key", timedBy(payout));
  await by("a timed signature from 2020", timedBy(payment, { seconds: PAST_SECONDS }));
  await by("half a timed signature", { sign: null, [TIMED_SIGNATURE]: "t=1,n=1" });
  await by("an empty timed signature", { sign: null, [TIMED_SIGNATURE]: "" });
  await by("a wrong timed signature beside a good signature", { [TIMED_SIGNATURE]: "t=1,n=1,v1=00" });
  const needTimed = (callsNeedTimedSignature: boolean) =>
    setOutflowLimits({ merchantId: shop.merchantId, actorId: null, callsNeedTimedSignature });
  await calls.meanwhile("the shop's calls need a timed signature", () => needTimed(true));
  await by("a signature without a time", {});
  await by("a timed signature", timedBy(payment));
  await calls.meanwhile("the shop's calls need none any more", () => needTimed(false));
}

/**
 * Uses up the rate limit of the key at a time in the future, so that nothing of it is restored
 * before the call.
 */
async function askTooOften(calls: Recorder, shop: NamedShop): Promise<void> {
  const { id } = await database().apiKey.findFirstOrThrow({ where: { merchantId: shop.merchantId, kind: "payment" } });
  const later = Date.now() + 60_000;
  await calls.meanwhile("the shop uses up its rate limit", async () => {
    for (let count = 0; count < env().RATE_LIMIT_BURST; count += 1) takeRequest(id, later);
  });
  await calls.ask(shop, BALANCE, "{}");
}

/** Authentication and rate limit. */
export const signatures: Group = {
  name: "signatures",
  about: "Signatures: every form of signature, and every operation without one and with the wrong key.",
  record: async (calls) => {
    const [shop, other] = [await calls.newShop("the shop"), await calls.newShop("another shop")];
    await askSigned(calls, shop, other);
    await askTimed(calls, shop);
    for (const { path, keys } of SIGNED) {
      await calls.ask(shop, path, "{}", { says: "no signature", headers: { sign: null } });
      const [only, second] = keys;
      if (only === undefined || second !== undefined) continue;
      const key = only === "payment" ? "payout" : "payment";
      await calls.ask(shop, path, "{}", { key });
    }
    await askTooOften(calls, await calls.newShop("a shop over its rate limit"));
  },
};
