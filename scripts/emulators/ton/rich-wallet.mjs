/** Wallets that exist from the start with a fixed key and more funds than anybody requests. */
import { createHash } from "node:crypto";
import { beginCell, external, SendMode, storeMessage } from "@ton/core";
import { keyPairFromSeed } from "@ton/crypto";
import { WalletContractV5R1 } from "@ton/ton";
import { methodIdOf } from "./method-id.mjs";

const BALANCE = 10n ** 18n;
const NEVER = 0xffff_ffff;
/** The maximum number of messages in one external message to a V5R1 wallet. */
export const MESSAGES_MAX = 255;

/**
 * Creates a V5R1 wallet whose key is derived from its name. Returns `{ address, founder, sign }`.
 */
export function createRichWallet(name) {
  const keys = keyPairFromSeed(createHash("sha256").update(name).digest());
  const wallet = WalletContractV5R1.create({ workchain: 0, publicKey: keys.publicKey });
  const { address } = wallet;
  return {
    address,
    founder: { address, ...wallet.init, balance: BALANCE },
    /**
     * Signs the external message that sends `messages`, numbered after those of this wallet that
     * are pending.
     */
    async sign(chain, messages) {
      const { stack } = await chain.runGetMethod(address, methodIdOf("seqno"), []);
      const seqno = Number(stack[0].value) + chain.waitingFor(address);
      const sendMode = SendMode.PAY_GAS_SEPARATELY | SendMode.IGNORE_ERRORS;
      const body = wallet.createTransfer({ seqno, secretKey: keys.secretKey, messages, sendMode, timeout: NEVER });
      return beginCell()
        .store(storeMessage(external({ to: address, body })))
        .endCell();
    },
  };
}
