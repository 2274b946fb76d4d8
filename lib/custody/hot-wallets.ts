import type { AddressFamily } from "@/lib/chains/address-family";
import { toAddressKey } from "@/lib/chains/address-keys";
import { encodeMoneroAddress } from "@/lib/custody/addresses/monero-address";
import { derivationIndexOf } from "@/lib/custody/key-reference";
import { deriveMoneroKeys, type KeyTree } from "@/lib/custody/key-tree";
import { openSeed } from "@/lib/custody/open-seed";
import { insertHotAddress, insertHotWallet } from "@/lib/custody/repo";
import { readSeedKeys } from "@/lib/custody/seed-key";
import { env } from "@/lib/kernel/env";
import { invariant } from "@/lib/kernel/errors";
import { outboundRequest } from "@/lib/kernel/http/outbound-request";

/** One hot wallet per family for now; its index is part of the table, so that more may follow. */
const FIRST_INDEX = 0;

/**
 * Records the addresses of these families' hot wallets, for code that may know the address but not
 * the key, and for the watchers, which then see incoming transfers to them. Idempotent.
 * @throws Error when the table has another address: the database belongs to another seed
 */
export async function recordHotWallets(
  keys: Pick<KeyTree, "addressOf">,
  families: readonly AddressFamily[],
): Promise<void> {
  for (const family of families) {
    const address = keys.addressOf({ family, role: "hot", index: FIRST_INDEX });
    const stored = await insertHotWallet(family, FIRST_INDEX, address);
    if (stored !== address) throw new Error(`the ${family} hot wallet of this database belongs to another seed`);
    const derivationIndex = derivationIndexOf({ role: "hot", index: FIRST_INDEX });
    await insertHotAddress({ family, derivationIndex, address, addressKey: toAddressKey(family, address) });
  }
}

/** Creating a wallet takes seconds, twice. */
const LIMIT_MS = 120_000;
const ANSWER_BYTES_MAX = 64 * 1024;

/**
 * Gives the two wallets of a sandbox's Monero the keys of this installation, as an operator does
 * with the output of `npm run seed:export`. Creates the seed when there is none. Idempotent.
 * @throws Error outside a sandbox, and when the wallets do not accept the keys
 */
export async function furnishWallets(walletsUrl: string): Promise<void> {
  invariant(env().SANDBOX, "keys leave this process in the sandbox only");
  const keys = deriveMoneroKeys(await openSeed(readSeedKeys()));
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
