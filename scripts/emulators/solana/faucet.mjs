/**
 * The rich account: pays the recipients of the control calls with ordinary signed transactions, in
 * the forms that external payers use.
 */
import { deriveKey } from "./keys.mjs";
import { LOOKUP_TABLE_PROGRAM, writeLookupTable } from "./lookup-tables.mjs";
import {
  associatedAddress,
  createAssociated,
  limitCompute,
  SYSTEM_PROGRAM,
  transferSol,
  transferToken,
  transferTokenUnchecked,
  writeMemo,
} from "./programs.mjs";
import { readMint, readTokenAccount } from "./token-state.mjs";
import { readTransaction, TRANSACTION_BYTES_MAX } from "./wire.mjs";
import { writeMessage, writeTransaction } from "./write-message.mjs";

/** More than a JavaScript number can represent exactly, to expose clients that lose digits. */
const FAUCET_LAMPORTS = 1_000_000_000_000_000_000n;
const UNITS_MAX = 1_400_000;
const UNITS_ROUND = 100_000;

/** Thrown for payments that no transaction can carry out; the message is for the caller. */
export class OrderError extends Error {}

function payToken(machine, from, { to, contract, units }) {
  const mintAccount = machine.account(contract);
  const mint = readMint(mintAccount);
  if (mint === null) throw new OrderError(`${contract} is no token`);
  const tokenProgram = mintAccount.owner;
  const source = associatedAddress(from, contract, tokenProgram);
  const isTokenAccount = readTokenAccount(machine.account(to)) !== null;
  const destination = isTokenAccount ? to : associatedAddress(to, contract, tokenProgram);
  const transfer = { source, mint: contract, destination, authority: from, units, tokenProgram };
  // A transfer into an existing account names the owner's address nowhere in the transaction, nor
  // necessarily the mint's.
  if (machine.account(destination) !== null) return [transferTokenUnchecked(transfer)];
  const create = { payer: from, account: destination, owner: to, mint: contract, tokenProgram };
  return [createAssociated(create), transferToken({ ...transfer, decimals: mint.decimals })];
}

/** @param node `{ ledger, machine, memory }`; `memory.sent` counts what was signed */
export function createFaucet({ ledger, machine, memory }) {
  const wallet = deriveKey(memory.secret, "faucet");

  /**
   * Builds a transaction of these instructions, signed by the faucet and by `others` (keys of
   * `deriveKey`), as `{ transaction, wire }`.
   */
  function sign(instructions, { others = [], table = null } = {}) {
    memory.sent += 1;
    // Two identical payments would be one transaction: a different compute limit distinguishes them
    // and costs nothing.
    const limit = limitCompute(UNITS_MAX - (memory.sent % UNITS_ROUND));
    const { bytes, signers } = writeMessage({
      payer: wallet.address,
      blockhash: ledger.head().hash,
      instructions: [limit, ...instructions],
      // External payers use both forms.
      version: table !== null || memory.sent % 2 === 0 ? 0 : "legacy",
      table,
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

  function makeTable(instructions) {
    const { address } = deriveKey(memory.secret, `table ${memory.sent}`);
    const keys = [...new Set(instructions.flatMap(({ accounts }) => accounts.map(({ key }) => key)))];
    const data = writeLookupTable(keys);
    const lamports = machine.rentExemptMinimum(data.length);
    machine.setAccount(address, { lamports, data, owner: LOOKUP_TABLE_PROGRAM, executable: false });
    return { address, keys };
  }

  return {
    address: wallet.address,
    sign,
    /** Part of the initial state, before there are blocks. */
    fund() {
      const nothing = { data: new Uint8Array(), owner: SYSTEM_PROGRAM, executable: false };
      machine.setAccount(wallet.address, { lamports: FAUCET_LAMPORTS, ...nothing });
    },
    /**
     * Sends one transaction that pays every output `{ to, contract, units, memo }`; creates token
     * accounts for owners without one. With `fails` its last instruction fails, so that it pays the
     * fee and moves nothing. With `usesTable` it names all recipients through a lookup table.
     * @throws OrderError
     */
    pay(outputs, { fails = false, usesTable = false } = {}) {
      const impossible = transferSol(wallet.address, wallet.address, 2n ** 64n - 1n);
      const instructions = [...outputs.flatMap(payOutput), ...(fails ? [impossible] : [])];
      return sign(instructions, { table: usesTable ? makeTable(instructions) : null });
    },
  };
}
