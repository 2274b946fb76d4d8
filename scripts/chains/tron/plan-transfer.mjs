/** TRX from one account to another. */
import { isHexAddress, toEvm } from "./address.mjs";
import { movement } from "./evm.mjs";
import { invalidContract } from "./refusal.mjs";

/** What java-tron checks of a transfer when its bandwidth is paid: `left` is what the owner has then. */
function checkTransfer(chain, { ownerAddress, toAddress, amount }, { left, activation }) {
  if (!isHexAddress(toAddress)) throw invalidContract("Invalid toAddress!");
  if (toAddress === ownerAddress) throw invalidContract("Cannot transfer TRX to yourself.");
  if (amount <= 0n) throw invalidContract("Amount must be greater than 0.");
  if (chain.contracts.find(toAddress)) throw invalidContract("Cannot transfer TRX to a smartContract.");
  if (left < amount + activation) {
    throw invalidContract("Validate TransferContract error, balance is not sufficient.");
  }
}

/** Answers `{ contractRet, info, energyFee, moves }`: `moves` are for the machine. @throws Refusal */
export function planTransfer(chain, contract, costs) {
  checkTransfer(chain, contract, costs);
  const moves = [movement(toEvm(contract.ownerAddress), toEvm(contract.toAddress), contract.amount)];
  return { contractRet: "SUCCESS", info: { contractResult: [""] }, energyFee: 0n, moves };
}
