/** Wallets that exist from the start with a fixed key and more money than anybody asks for. */
import { createHash } from "node:crypto";
import { beginCell, external, SendMode, storeMessage } from "@ton/core";
import { keyPairFromSeed } from "@ton/crypto";
import { WalletContractV5R1 } from "@ton/ton";
import { methodIdOf } from "./method-id.mjs";

const BALANCE = 10n ** 18n;
const NEVER = 0xffff_ffff;
/** What one external message to a V5R1 wallet can carry. */
export const MESSAGES_MAX = 255;

/** A V5R1 wallet whose key comes from its name. Answers `{ address, founder, sign }`. */
export function createRichWallet(name) {
  const keys = keyPairFromSeed(createHash("sha256").update(name).digest());
  const wallet = WalletContractV5R1.create({ workchain: 0, publicKey: keys.publicKey });
  const { address } = wallet;
  return {
    address,
    founder: { address, ...wallet.init, balance: BALANCE },
    /**
     * The external message that sends `messages`, counted behind those of this wallet that wait
     * already.
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
