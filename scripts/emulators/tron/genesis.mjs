/**
 * The content of java-tron's first block: transfers that fund the first accounts. They come from 23
 * bytes of text that are not an address, the account for burnt TRX gets the lowest negative number,
 * and they have neither signatures nor results. Only the block itself shows them.
 */
import { encodeRaw, toTransaction } from "./transaction-codec.mjs";

/** A hundred billion TRX: more sun than a JavaScript number represents exactly. */
export const FAUCET_SUN = 100_000_000_000_000_001n;
/** The destination of fees, as on the main network. */
export const BURN_ADDRESS = "4177944d19c052b73ee2286823aa83f8138cb7032f";

const NOBODY = Buffer.from("0x000000000000000000000").toString("hex");
const LEAST = -(2n ** 63n);

function giftTo(toAddress, amount) {
  const contract = { type: "TransferContract", permissionId: 0n, ownerAddress: NOBODY, toAddress, amount };
  const envelope = { refBlockBytes: "", refBlockNum: 0n, refBlockHash: "", expiration: 0n, data: "", timestamp: 0n };
  const bytes = encodeRaw({ ...envelope, feeLimit: 0n, contract });
  return { transaction: toTransaction(bytes, []), contractRet: null };
}

/** Returns the entries of block 0 for `makeBlock`. */
export function genesisEntries(faucet) {
  return [giftTo(faucet, FAUCET_SUN), giftTo(BURN_ADDRESS, LEAST)];
}
