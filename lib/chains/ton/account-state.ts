import { Cell } from "@ton/core";
import { rawAccount } from "@/lib/chains/ton/config";
import { fields, hash, list, units } from "@/lib/chains/ton/decode";
import type { TonNode } from "@/lib/chains/ton/ton-node";

export type AccountState = {
  readonly balance: bigint;
  /** A contract runs there. Else there is nothing yet, or it was frozen because it owes rent. */
  readonly status: "active" | "frozen" | "none";
  /** In hex. */
  readonly codeHash: string | null;
  readonly data: Cell | null;
  /** The logical time of the transaction that left it like this; zero where there was none. */
  readonly lastLt: bigint;
};

const NEVER_SEEN: AccountState = { balance: 0n, status: "none", codeHash: null, data: null, lastLt: 0n };

/** An account as of the newest block that the node has indexed. */
export async function readAccountState(node: TonNode, account: string, signal: AbortSignal): Promise<AccountState> {
  const answer = fields(await node.get("/api/v3/accountStates", { address: account, include_boc: "true" }, signal));
  for (const entry of list(answer["accounts"])) {
    const state = fields(entry);
    if (rawAccount(state["address"]) === account) return decodeState(state);
  }
  return NEVER_SEEN;
}

function decodeState(state: Readonly<Record<string, unknown>>): AccountState {
  const { status, balance } = state;
  const data = state["data_boc"];
  const lastLt = state["last_transaction_lt"];
  return {
    balance: balance == null ? 0n : units(balance),
    status: status === "active" || status === "frozen" ? status : "none",
    codeHash: state["code_hash"] == null ? null : hash(state["code_hash"]),
    data: typeof data === "string" && data !== "" ? Cell.fromBase64(data) : null,
    lastLt: lastLt == null ? 0n : units(lastLt),
  };
}
