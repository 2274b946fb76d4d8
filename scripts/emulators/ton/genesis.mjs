/** A chain before its first block. */
import { randomBytes } from "node:crypto";
import { beginCell, storeShardAccount } from "@ton/core";
import { createShardAccount } from "@ton/sandbox";
import { CLOCKWORK } from "./collator.mjs";
import { readCode } from "./contract-files.mjs";
import { bocOf, toRawText } from "./text-forms.mjs";

const CLOCKWORK_BALANCE = 10n ** 15n;

function accountOf({ address, code, data, balance }, special) {
  const account = createShardAccount({ address, code, data, balance });
  if (special) account.account.storage.state.state.special = special;
  return [toRawText(address), bocOf(beginCell().store(storeShardAccount(account)).endCell())];
}

function clockwork() {
  const parts = { code: readCode("clockwork"), data: beginCell().endCell(), balance: CLOCKWORK_BALANCE };
  return accountOf({ address: CLOCKWORK, ...parts }, { tick: true, tock: true });
}

/**
 * Returns the memory of a chain in which `founders` (`{ address, code, data, balance }`) exist; its
 * zero state is unique.
 */
export function freshMemory(founders) {
  const hash = () => randomBytes(32).toString("base64");
  return {
    zeroState: { rootHash: hash(), fileHash: hash() },
    clockAhead: 0,
    pool: { externals: [], internals: [] },
    accounts: [...founders.map((founder) => accountOf(founder)), clockwork()],
    blocks: [],
    transactions: [],
  };
}
