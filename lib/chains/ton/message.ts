import { internal, type MessageRelaxed } from "@ton/core";
import { accountAt } from "@/lib/chains/ton/address";
import { encodeComment, encodeTokenTransfer } from "@/lib/chains/ton/bodies";
import type { Order } from "@/lib/chains/ton/order";

type Said = Pick<Order, "from" | "to" | "memo" | "units" | "tokenWallet" | "attachedUnits">;

/**
 * The one message that the wallet sends. A customer's account may not be deployed yet, so that what it gets must not come back; a wallet
 * of tokens that refuses must say so.
 */
export function messageOf({ from, to, units, memo, tokenWallet, attachedUnits }: Said): MessageRelaxed {
  if (tokenWallet === null) {
    return internal({ to: accountAt(to), value: units, bounce: false, body: encodeComment(memo) });
  }
  const body = encodeTokenTransfer({ units, to: accountAt(to), owner: accountAt(from), memo });
  return internal({ to: accountAt(tokenWallet), value: attachedUnits, bounce: true, body });
}
