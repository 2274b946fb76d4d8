/** What a transaction costs and does, in the order in which java-tron charges and checks. */
import { toBase58, toEvm } from "./address.mjs";
import { movement } from "./evm.mjs";
import { BURN_ADDRESS } from "./genesis.mjs";
import { planCall, planTransfer } from "./plan.mjs";
import {
  MEMO_FEE,
  NEW_ACCOUNT_BANDWIDTH_FEE,
  NEW_ACCOUNT_FEE,
  RESULT_BYTES,
  SUN_PER_BANDWIDTH_BYTE,
} from "./prices.mjs";
import { insufficientResource, invalidContract } from "./refusal.mjs";
import { encodeTransaction } from "./transaction-codec.mjs";

/** Charges free bandwidth, or sun instead; creating an account always costs sun. */
function chargeBandwidth(chain, transaction, balance, createsAccount) {
  const { ownerAddress } = transaction.raw.contract;
  const { number, timestamp } = chain.head;
  // A contract's payment creates an account too, which is not recorded until it acts.
  if (chain.accounts.find(ownerAddress) === null) chain.accounts.create(ownerAddress, number, timestamp);
  const bytes = BigInt(encodeTransaction(transaction).length + RESULT_BYTES);
  const isFree = !createsAccount && chain.accounts.takeFreeBandwidth(ownerAddress, bytes, timestamp);
  if (isFree) return { netUsage: bytes, netFee: 0n };
  const netFee = createsAccount ? NEW_ACCOUNT_BANDWIDTH_FEE : bytes * SUN_PER_BANDWIDTH_BYTE;
  if (balance < netFee) throw insufficientResource();
  chain.accounts.touch(ownerAddress, timestamp);
  return { netUsage: 0n, netFee };
}

async function charge(chain, transaction) {
  const { raw } = transaction;
  const { ownerAddress, toAddress } = raw.contract;
  if (!(await chain.exists(ownerAddress))) {
    throw invalidContract(`account [${toBase58(ownerAddress)}] does not exist`);
  }
  const createsAccount = toAddress !== undefined && !(await chain.exists(toAddress));
  const balance = await chain.evm.balance(toEvm(ownerAddress));
  const { netUsage, netFee } = chargeBandwidth(chain, transaction, balance, createsAccount);
  const memoFee = raw.data === "" ? 0n : MEMO_FEE;
  if (balance < netFee + memoFee) throw insufficientResource();
  return {
    netUsage,
    netFee,
    memoFee,
    activation: createsAccount ? NEW_ACCOUNT_FEE : 0n,
    left: balance - netFee - memoFee,
  };
}

/**
 * Executes a transaction on top of everything before it and burns its fee. Returns
 * `{ contractRet, info, undo }`: `info` is its `gettransactioninfobyid` without what the block
 * adds. @throws Refusal if nothing was charged
 */
export async function execute(chain, transaction) {
  const { contract, feeLimit } = transaction.raw;
  try {
    const costs = await charge(chain, transaction);
    const plan =
      contract.type === "TransferContract"
        ? planTransfer(chain, contract, costs)
        : await planCall(chain, contract, feeLimit, costs.left);
    const fee = costs.netFee + costs.memoFee + costs.activation + plan.energyFee;
    const burning = fee > 0n ? [movement(toEvm(contract.ownerAddress), toEvm(BURN_ADDRESS), fee)] : [];
    const moves = [...plan.moves, ...burning];
    const receipts = moves.length > 0 ? await chain.evm.sendAll(moves) : [];
    if (costs.activation > 0n) chain.accounts.create(contract.toAddress, chain.head.number + 1, chain.head.timestamp);
    const receipt = { ...plan.info.receipt, net_usage: costs.netUsage, net_fee: costs.netFee };
    const log = receipts.flatMap(({ logs }) => logs).map(showLog);
    return {
      contractRet: plan.contractRet,
      info: { ...plan.info, fee, receipt, log },
      undo: chain.accounts.takeChanges(),
    };
  } catch (error) {
    chain.accounts.undo(chain.accounts.takeChanges());
    throw error;
  }
}

/** Formats a log as TRON stores it: nothing with 0x, and the contract without 41. */
function showLog({ address, topics, data }) {
  return { address: address.slice(2), topics: topics.map((topic) => topic.slice(2)), data: data.slice(2) };
}
