import { encodeMoneroAddress } from "@/lib/custody/addresses/monero-address";
import { deriveMoneroKeys } from "@/lib/custody/key-tree";
import { openSeed } from "@/lib/custody/open-seed";
import { readSeedKey } from "@/lib/custody/seed-key";
import { env } from "@/lib/env";
import { invariant } from "@/lib/errors";
import { outboundRequest } from "@/lib/http/outbound-request";

/** Making a wallet takes seconds, twice. */
const LIMIT_MS = 120_000;
const ANSWER_BYTES_MAX = 64 * 1024;

/**
 * Gives the two wallets of a sandbox's Monero the keys of this installation, as an operator does with what `npm run seed:export` shows. The
 * seed is made when there is none. Safe to repeat.
 * @throws Error outside of a sandbox, and when the wallets do not take them
 */
export async function furnishWallets(walletsUrl: string): Promise<void> {
  invariant(env().SANDBOX, "keys leave this process in the sandbox only");
  const keys = deriveMoneroKeys(await openSeed(readSeedKey()));
  const hex = (secret: Uint8Array) => Buffer.from(secret).toString("hex");
  const { status, body } = await outboundRequest({
    url: walletsUrl,
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      address: encodeMoneroAddress(keys, 0, 0),
      viewkey: hex(keys.viewSecret),
      spendkey: hex(keys.spendSecret),
    }),
    timeoutMs: LIMIT_MS,
    responseBytesMax: ANSWER_BYTES_MAX,
    longBody: "refuse",
    allowPrivate: true,
  });
  if (status !== 200) throw new Error(`the sandbox's Monero wallets were not made: ${body.toString("utf8")}`);
}
