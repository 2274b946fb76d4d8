/** Payments in a token on a sandbox chain of the EVM family. */
import { setTimeout as pause } from "node:timers/promises";
import { callNode } from "../../scripts/emulators/anvil.mjs";

const TRANSFER_GAS = "0x186a0";
/**
 * Always the same: of two payments with one nonce the node rejects the second. Its own estimate
 * changes with each block, and the higher one would replace the other payment.
 */
const FEES = { maxPriorityFeePerGas: "0x1", maxFeePerGas: `0x${(10n ** 13n).toString(16)}` };
/** Whoever pays from the faucet at the same moment may be given the same nonce by the node. */
const RACED = /underpriced|nonce too low|already (known|imported)/i;
const TRIES_MAX = 50;

/** Sends whole units of a token from the chain's faucet, which others may use at the same time. */
export async function payToken({ rpcUrl, faucet, tokens }, { code, to, amount }) {
  const { address, decimals } = tokens[code];
  const word = (hex) => hex.padStart(64, "0");
  const units = BigInt(amount) * 10n ** BigInt(decimals);
  // `transfer(address,uint256)` of an ERC-20 contract.
  const data = `0xa9059cbb${word(to.slice(2).toLowerCase())}${word(units.toString(16))}`;
  const order = { from: faucet, to: address, data, gas: TRANSFER_GAS, ...FEES };
  for (let tries = 1; ; tries += 1) {
    try {
      return await callNode(rpcUrl, "eth_sendTransaction", order);
    } catch (error) {
      if (tries === TRIES_MAX || !RACED.test(error.message)) throw error;
      // Random, so that the losers of one race do not retry at the same time.
      await pause(20 * tries * Math.random());
    }
  }
}
