import type { Tx } from "@/lib/kernel/db";
import { invariant } from "@/lib/kernel/errors";
import { type Decimal, ZERO } from "@/lib/kernel/money/decimal";
import { type AccountName, accountKey } from "@/lib/ledger/account";
import { lockAccount } from "@/lib/sending/sends/accounts-repo";
import type { Engine } from "@/lib/sending/sends/engine";
import type { RecentOutflow } from "@/lib/sending/sends/evaluate-cap";
import { sumOf } from "@/lib/sending/sends/outgoing";
import type { PreparedSend } from "@/lib/sending/sends/prepare-send";
import type { Send } from "@/lib/sending/sends/send";
import { custodyOf, payingPlace } from "@/lib/sending/sends/send-custody";
import { feeOf, type SendTerms } from "@/lib/sending/sends/send-terms";
import { readSigningState, type SigningState } from "@/lib/sending/sends/signing-repo";
import { countForCap, forCap } from "@/lib/sending/sends/validate-routes";

/**
 * An account whose transactions are signed one after the other in a database transaction that has
 * its lock: what may still be signed after those that were signed so far and are not written yet.
 */
export type SigningAccount = {
  /** The nonce of its next transaction; null on networks without nonces. */
  readonly nonce: () => bigint | null;
  /** The state in which this transaction is to be decided. */
  readonly stateFor: (prepared: PreparedSend) => Promise<SigningState>;
  /** The transaction is signed: the next one has the next nonce, and what this one leaves. */
  readonly take: (prepared: PreparedSend) => void;
};

/** Locks the account and the fee payers of these transactions, which it signs. */
export async function lockSigningAccount(
  tx: Tx,
  engine: Engine,
  all: readonly PreparedSend[],
): Promise<SigningAccount> {
  const [address, ...others] = new Set(all.map(({ terms }) => terms.address));
  invariant(address !== undefined && others.length === 0, "one account signs at a time");
  const hasNonces = engine.driver.features.spending === "nonce";
  const first = await lockAccount(tx, engine.networkCode, address, hasNonces);
  // The holder of this lock waits for no other account. It prevents two concurrent sweeps from
  // using the same remaining balance of the hot wallet.
  if (all.some(({ terms }) => terms.feePayer !== null)) {
    await lockAccount(tx, engine.networkCode, engine.hotAddress, hasNonces);
  }
  const read = new Map<string, SigningState>();
  const taken = new Map<string, Decimal>();
  const left: RecentOutflow[] = [];
  let count = 0;
  const takenOf = (account: AccountName) => taken.get(accountKey(account)) ?? ZERO;
  return {
    nonce: () => (first === null ? null : first + BigInt(count)),
    async stateFor(prepared) {
      const { lead, terms, coin, native } = placesOf(prepared);
      // Nothing is written before all are decided, so that each reading is of the same books.
      const state =
        read.get(lead.currencyCode) ?? (await readSigningState(tx, lead, terms, forCap(engine.rules, null)));
      read.set(lead.currencyCode, state);
      return {
        isStopped: state.isStopped,
        inFlight: state.inFlight + count,
        left: [...state.left, ...left],
        coin: state.coin.minus(takenOf(coin)),
        native: state.native.minus(takenOf(native)),
      };
    },
    take(prepared) {
      const { coin, native, fee } = placesOf(prepared);
      taken.set(accountKey(coin), takenOf(coin).plus(sumOf(prepared.sends)));
      taken.set(accountKey(native), takenOf(native).plus(fee.max));
      left.push(...countForCap(engine.rules, prepared.sends));
      count += 1;
    },
  };
}

type Places = {
  readonly lead: Send;
  readonly terms: SendTerms;
  readonly fee: ReturnType<typeof feeOf>;
  /** Where its amount and its maximum fee are taken from. */
  readonly coin: AccountName;
  readonly native: AccountName;
};

function placesOf({ sends, terms, fee }: PreparedSend): Places {
  const [lead] = sends;
  invariant(lead, "a transaction carries a send");
  const native = custodyOf(payingPlace(lead, terms.feePayer), terms.nativeCurrency);
  return { lead, terms, fee: feeOf(terms, fee), coin: custodyOf(lead, lead.currencyCode), native };
}
