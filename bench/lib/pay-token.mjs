/** Payments in a token on a sandbox chain of the EVM family. */
import { callNode } from "../../scripts/emulators/anvil.mjs";

const TRANSFER_GAS = "0x186a0";

/** Sends whole units of a token from the chain's faucet. */
export async function payToken({ rpcUrl, faucet, tokens }, { code, to, amount }) {
  const { address, decimals } = tokens[code];
  const word = (hex) => hex.padStart(64, "0");
  const units = BigInt(amount) * 10n ** BigInt(decimals);
  // `transfer(address,uint256)` of an ERC-20 contract.
  const data = `0xa9059cbb${word(to.slice(2).toLowerCase())}${word(units.toString(16))}`;
  await callNode(rpcUrl, "eth_sendTransaction", { from: faucet, to: address, data, gas: TRANSFER_GAS });
}
