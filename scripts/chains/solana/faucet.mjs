/** The rich stranger: pays whoever the control calls name, by ordinary signed transactions. */
import { deriveKey } from "./keys.mjs";
import {
  associatedAddress,
  createAssociated,
  limitCompute,
  SYSTEM_PROGRAM,
  transferSol,
  transferToken,
  writeMemo,
} from "./programs.mjs";
import { readMint, readTokenAccount } from "./token-state.mjs";
import { readTransaction, TRANSACTION_BYTES_MAX, writeMessage, writeTransaction } from "./wire.mjs";

/** More than a JavaScript number can count exactly, so that clients that lose digits are found out. */
const FAUCET_LAMPORTS = 1_000_000_000_000_000_000n;
const UNITS_MAX = 1_400_000;
const UNITS_ROUND = 100_000;

/** Thrown for orders that no transaction can carry out; the message is for the caller. */
export class OrderError extends Error {}

function payToken(machine, from, { to, contract, units }) {
  const mintAccount = machine.account(contract);
  const mint = readMint(mintAccount);
  if (mint === null) throw new OrderError(`${contract} is no token`);
  const tokenProgram = mintAccount.owner;
  const source = associatedAddress(from, contract, tokenProgram);
  const isTokenAccount = readTokenAccount(machine.account(to)) !== null;
  const destination = isTokenAccount ? to : associatedAddress(to, contract, tokenProgram);
  const create = { payer: from, account: destination, owner: to, mint: contract, tokenProgram };
  const transfer = { source, mint: contract, destination, authority: from, units, tokenProgram };
  return [
    ...(isTokenAccount ? [] : [createAssociated(create)]),
    transferToken({ ...transfer, decimals: mint.decimals }),
  ];
}

/** @param node `{ ledger, machine, memory }`; `memory.sent` counts what was signed */
export function createFaucet({ ledger, machine, memory }) {
  const wallet = deriveKey(memory.secret, "faucet");

  /** A transaction of these instructions, signed by the faucet and by other keys of `deriveKey`, as `{ transaction, wire }`. */
  function sign(instructions, ...others) {
    memory.sent += 1;
    // Two orders alike would be one transaction: a different limit of work tells them apart and costs nothing.
    const limit = limitCompute(UNITS_MAX - (memory.sent % UNITS_ROUND));
    const { bytes, signers } = writeMessage({
      payer: wallet.address,
      blockhash: ledger.head().hash,
      instructions: [limit, ...instructions],
    });
    const keys = new Map([wallet, ...others].map((key) => [key.address, key]));
    const signatures = signers.map((address) => keys.get(address).sign(bytes));
    const wire = writeTransaction(signatures, bytes);
    if (wire.length > TRANSACTION_BYTES_MAX) throw new OrderError("these outputs do not fit into one transaction");
    return { transaction: readTransaction(wire), wire };
  }

  const payOutput = ({ to, contract, units, memo }) => [
    ...(memo ? [writeMemo(memo)] : []),
    ...(contract === null
      ? [transferSol(wallet.address, to, units)]
      : payToken(machine, wallet.address, { to, contract, units })),
  ];

  return {
    address: wallet.address,
    sign,
    /** Put into the first state, before there are blocks. */
    fund() {
      const nothing = { data: new Uint8Array(), owner: SYSTEM_PROGRAM, executable: false };
      machine.setAccount(wallet.address, { lamports: FAUCET_LAMPORTS, ...nothing });
    },
    /**
     * One transaction that pays every output `{ to, contract, units, memo }`; token accounts are made for owners without one. With `fails`
     * its last instruction fails, so that it pays the fee and moves nothing. @throws OrderError
     */
    pay(outputs, fails) {
      const impossible = transferSol(wallet.address, wallet.address, 2n ** 64n - 1n);
      return sign([...outputs.flatMap(payOutput), ...(fails ? [impossible] : [])]);
    },
  };
}
