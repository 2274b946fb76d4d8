/** Makes tokens that the faucet owns all of, and further accounts for them. */
import { deriveKey } from "./keys.mjs";
import { METADATA_BYTES, metadataAddress, writeMetadata } from "./metadata.mjs";
import {
  associatedAddress,
  createAccount,
  createAssociated,
  initializeAccount,
  initializeMint,
  METADATA_PROGRAM,
  mintTo,
  TOKEN_PROGRAM,
} from "./programs.mjs";

const UNITS = 1_000_000_000_000_000_000n;
const MINT_BYTES = 82;
const ACCOUNT_BYTES = 165;

function writeName(machine, authority, { mint, name, symbol }) {
  machine.setAccount(metadataAddress(mint), {
    lamports: machine.rentExemptMinimum(METADATA_BYTES),
    data: writeMetadata({ authority, mint, name, symbol }),
    owner: METADATA_PROGRAM,
    executable: false,
  });
}

/**
 * One transaction that makes a token and gives the faucet all of it. Answers `{ transaction, wire, contract }`.
 * @param node `{ machine, memory, faucet }`; `memory.tokens` lists the tokens made
 */
export function makeToken({ machine, memory, faucet }, { symbol, name, decimals, program = TOKEN_PROGRAM }) {
  const key = deriveKey(memory.secret, `mint ${memory.tokens.length}`);
  const { address: mint } = key;
  const payer = faucet.address;
  const account = associatedAddress(payer, mint, program);
  const lamports = machine.rentExemptMinimum(MINT_BYTES);
  memory.tokens.push({ symbol, name, decimals, address: mint });
  writeName(machine, payer, { mint, name, symbol });
  const instructions = [
    createAccount({ payer, account: mint, lamports, space: MINT_BYTES, owner: program }),
    initializeMint({ mint, decimals, authority: payer, tokenProgram: program }),
    createAssociated({ payer, account, owner: payer, mint, tokenProgram: program }),
    mintTo({ mint, account, authority: payer, units: UNITS, tokenProgram: program }),
  ];
  return { ...faucet.sign(instructions, { others: [key] }), contract: mint };
}

/**
 * One transaction that makes an account of a token for an owner, who may have others. Answers `{ transaction, wire, account }`.
 * @param node `{ machine, memory, faucet }`
 */
export function makeAccount({ machine, memory, faucet }, { owner, contract }) {
  const key = deriveKey(memory.secret, `account ${memory.sent}`);
  const program = machine.account(contract)?.owner ?? TOKEN_PROGRAM;
  const lamports = machine.rentExemptMinimum(ACCOUNT_BYTES);
  const instructions = [
    createAccount({ payer: faucet.address, account: key.address, lamports, space: ACCOUNT_BYTES, owner: program }),
    initializeAccount({ account: key.address, mint: contract, owner, tokenProgram: program }),
  ];
  return { ...faucet.sign(instructions, { others: [key] }), account: key.address };
}
