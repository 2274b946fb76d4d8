/** Payments in a token on a sandbox chain of the EVM family. */
import { callNode } from "../../scripts/emulators/anvil.mjs";
import { againWhileRaced, FAUCET_FEES } from "../../scripts/lib/sandbox/faucet-races.mjs";

const TRANSFER_GAS = "0x186a0";

/** Sends whole units of a token from the chain's faucet, which others may use at the same time. */
export async function payToken({ rpcUrl, faucet, tokens }, { code, to, amount }) {
  const { address, decimals } = tokens[code];
  const word = (hex) => hex.padStart(64, "0");
  const units = BigInt(amount) * 10n ** BigInt(decimals);
  // `transfer(address,uint256)` of an ERC-20 contract.
  const data = `0xa9059cbb${word(to.slice(2).toLowerCase())}${word(units.toString(16))}`;
  const order = { from: faucet, to: address, data, gas: TRANSFER_GAS, ...FAUCET_FEES };
  return await againWhileRaced(() => callNode(rpcUrl, "eth_sendTransaction", order));
}
