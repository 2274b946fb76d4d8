/**
 * Actions of the TON emulator's rich account: pay, fail to pay, create jettons, and send false
 * notifications.
 */
import { comment, internal } from "@ton/core";
import { readAccount } from "./account-state.mjs";
import { badParameter } from "./errors.mjs";
import { falseNotification, jettonWalletOf, newJetton, transferBody } from "./jettons.mjs";
import { readMessage } from "./messages.mjs";
import { createRichWallet, MESSAGES_MAX } from "./rich-wallet.mjs";
import { readAddress } from "./text-forms.mjs";

/** Pays; its messages wait for blocks like everybody's. */
const faucet = createRichWallet("the faucet of a sandbox on TON");
/**
 * Creates jettons in separate blocks, so that it never has pending messages to count its sequence
 * number behind.
 */
const mint = createRichWallet("the mint of a sandbox on TON");

/** Attached to a jetton transfer; most of it returns as excesses. */
const JETTON_VALUE = 100_000_000n;
/** Too little for a jetton transfer: the wallet rejects it, and it bounces. */
const JETTON_VALUE_IN_VAIN = 10_000_000n;
const LIE_VALUE = 50_000_000n;

export const FAUCET = faucet.address;
export const FOUNDERS = [faucet.founder, mint.founder];

/** The address as the emulator prints its contracts: friendly, bounceable. */
export const contractText = (address) => address.toString({ bounceable: true });

function readUnits(units) {
  if (!/^\d{1,36}$/.test(String(units))) throw badParameter("units is no whole number in a text");
  return BigInt(units);
}

async function jettonMessage(chain, { to, contract, units, memo }, isInVain) {
  const wallet = await jettonWalletOf(chain, readAddress(contract), FAUCET);
  const order = { amount: readUnits(units), to: readAddress(to), responseTo: FAUCET, memo: memo ?? null };
  const value = isInVain ? JETTON_VALUE_IN_VAIN : JETTON_VALUE;
  return internal({ to: wallet, value, bounce: true, body: transferBody(order) });
}

function coinMessage(chain, { to, units, memo }, isInVain) {
  const destination = readAddress(to);
  if (isInVain && readAccount(chain.ledger.account(destination)).status === "active") {
    throw badParameter("fails: a deployed wallet takes every payment, only one to an address without code bounces");
  }
  const body = typeof memo === "string" ? comment(memo) : undefined;
  return internal({ to: destination, value: readUnits(units), bounce: isInVain, body });
}

async function enqueue(chain, messages) {
  const cell = await faucet.sign(chain, messages);
  chain.enqueue(cell);
  return readMessage(cell).normalised;
}

/** Pays every output in one external message. Returns its normalised hash. */
export async function pay(chain, { outputs, fails = false }) {
  if (!Array.isArray(outputs) || outputs.length === 0 || outputs.length > MESSAGES_MAX) {
    throw badParameter(`outputs must be a list of 1 to ${MESSAGES_MAX}`);
  }
  const messages = [];
  for (const output of outputs) {
    const make = typeof output.contract === "string" ? jettonMessage : coinMessage;
    messages.push(await make(chain, output, fails === true));
  }
  return enqueue(chain, messages);
}

/**
 * Creates a jetton with its whole supply at the faucet, in separate blocks. Returns its master's
 * address.
 */
export async function makeJetton(chain, { symbol, name, decimals }) {
  if (![symbol, name].every((text) => typeof text === "string" && /^.{1,60}$/.test(text))) {
    throw badParameter("symbol and name must be short texts");
  }
  if (!Number.isInteger(decimals) || decimals < 0 || decimals > 18) throw badParameter("decimals must be 0 to 18");
  const { master, message } = newJetton({ symbol, name, decimals }, mint.address, FAUCET);
  await chain.mineApart([await mint.sign(chain, [message])]);
  return master;
}

/**
 * Makes a contract that is no jetton wallet notify `to` of `units` of `contract`'s jetton from
 * `from`. Returns the contract's address.
 */
export async function lie(chain, { to, from, units, contract }) {
  const owner = readAddress(to);
  const sender = from ? readAddress(from) : FAUCET;
  const order = { owner, sender, master: readAddress(contract), amount: readUnits(units), value: LIE_VALUE };
  const { liar, message } = falseNotification(order);
  await enqueue(chain, [message]);
  return liar;
}
