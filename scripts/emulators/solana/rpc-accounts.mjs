/** Calls about accounts, in the state after the newest block of the requested commitment. */
import { base58 } from "@scure/base";
import { encodeAccount } from "./encode-account.mjs";
import { accountAfter, changedSince } from "./past-accounts.mjs";
import { invalidParams } from "./rpc-error.mjs";
import { chooseBlock, inContext, takeAddress, takeOptions } from "./rpc-params.mjs";
import { isTokenProgram, readMint, readTokenAccount, tokenAmount } from "./token-state.mjs";

const ACCOUNTS_MAX = 100;

/** Returns all accounts of a program after a block, as `[address, account]`. */
function accountsOf({ ledger, machine }, block, program) {
  const accounts = new Map(machine.accountsOf(program));
  for (const address of changedSince(ledger, block)) {
    const account = accountAfter(ledger, machine, block, address);
    if (account?.owner === program) accounts.set(address, account);
    else accounts.delete(address);
  }
  return [...accounts];
}

/** Returns the programs to search and the mint to match, null for any. */
function readTokenFilter({ mint, programId }, readAccount) {
  if ((mint === undefined) === (programId === undefined)) {
    throw invalidParams("Invalid params: expected exactly one of mint and programId.");
  }
  if (mint === undefined) {
    if (!isTokenProgram(takeAddress(programId))) throw invalidParams("Invalid param: unrecognized Token program id");
    return { program: programId, mint: null };
  }
  const account = readAccount(takeAddress(mint));
  if (account === null) throw invalidParams("Invalid param: could not find mint");
  if (readMint(account) === null) throw invalidParams("Invalid param: not a Token mint");
  return { program: account.owner, mint };
}

function readAmount(address, readAccount) {
  const account = readAccount(takeAddress(address));
  if (account === null) throw invalidParams("Invalid param: could not find account");
  const holder = readTokenAccount(account);
  const mint = holder === null ? null : readMint(readAccount(holder.mint));
  if (mint === null) throw invalidParams("Invalid param: not a Token account");
  return tokenAmount(holder.units, mint.decimals);
}

/** Returns the methods by name, each `(params) => result`. */
export function createAccountMethods(node) {
  const { ledger, machine } = node;
  /**
   * Responds from one state: `answer` gets a reader of that state's accounts, the options and the
   * block.
   */
  const inState = (config, answer) => {
    const options = takeOptions(config);
    const block = chooseBlock(ledger, options);
    const read = (address) => accountAfter(ledger, machine, block, address);
    return inContext(block, answer(read, options, block));
  };
  return {
    getBalance: ([address, config]) => inState(config, (read) => read(takeAddress(address))?.lamports ?? 0n),
    getAccountInfo: ([address, config]) =>
      inState(config, (read, options) => encodeAccount(read(takeAddress(address)), options, read)),
    getMultipleAccounts: ([addresses, config]) =>
      inState(config, (read, options) => {
        if (!Array.isArray(addresses)) throw invalidParams("Invalid params: expected a sequence.");
        if (addresses.length > ACCOUNTS_MAX) throw invalidParams(`Too many inputs provided; max ${ACCOUNTS_MAX}`);
        return addresses.map((address) =>
          encodeAccount(read(takeAddress(address)), { encoding: "base64", ...options }, read),
        );
      }),
    getTokenAccountsByOwner: ([owner, filter, config]) =>
      inState(config, (read, options, block) => {
        const wanted = { ...readTokenFilter(takeOptions(filter), read), owner: takeAddress(owner) };
        return accountsOf(node, block, wanted.program)
          .filter(([, account]) => {
            const holder = readTokenAccount(account);
            return holder?.owner === wanted.owner && (wanted.mint === null || holder.mint === wanted.mint);
          })
          .sort(([one], [other]) => Buffer.compare(base58.decode(one), base58.decode(other)))
          .map(([pubkey, account]) => ({ pubkey, account: encodeAccount(account, options, read) }));
      }),
    getTokenAccountBalance: ([address, config]) => inState(config, (read) => readAmount(address, read)),
    getTokenSupply: ([address, config]) =>
      inState(config, (read) => {
        const account = read(takeAddress(address));
        if (account === null) throw invalidParams("Invalid param: could not find account");
        const mint = readMint(account);
        if (mint === null) throw invalidParams("Invalid param: not a Token mint");
        return tokenAmount(mint.supply, mint.decimals);
      }),
  };
}
