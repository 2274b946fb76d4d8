/**
 * What java-tron's first block holds: transfers by which the first accounts get their money. They
 * come from 23 bytes of text that are no address, the account for burnt TRX is given as far below
 * zero as a number goes, and they have neither signatures nor results. Nothing but the block itself
 * shows them.
 */
import { encodeRaw, toTransaction } from "./transaction-codec.mjs";

/** A hundred billion TRX: more sun than a JavaScript number holds exactly. */
export const FAUCET_SUN = 100_000_000_000_000_001n;
/** Where fees go, as on the main network. */
export const BURN_ADDRESS = "4177944d19c052b73ee2286823aa83f8138cb7032f";

const NOBODY = Buffer.from("0x000000000000000000000").toString("hex");
const LEAST = -(2n ** 63n);

function giftTo(toAddress, amount) {
  const contract = { type: "TransferContract", permissionId: 0n, ownerAddress: NOBODY, toAddress, amount };
  const envelope = { refBlockBytes: "", refBlockNum: 0n, refBlockHash: "", expiration: 0n, data: "", timestamp: 0n };
  const bytes = encodeRaw({ ...envelope, feeLimit: 0n, contract });
  return { transaction: toTransaction(bytes, []), contractRet: null };
}

/** Entries of block 0, as `makeBlock` takes them. */
export function genesisEntries(faucet) {
  return [giftTo(faucet, FAUCET_SUN), giftTo(BURN_ADDRESS, LEAST)];
}
