import { randomBytes, randomUUID } from "node:crypto";
import { randomAddress, randomTransactionId } from "@/lib/chains/address/random-address";
import type { AddressFamily } from "@/lib/chains/address-family";

/** What a test webhook says where there is nothing real to say. Random, so that nobody takes two tests for one payment. */
export type Invented = {
  readonly uuid: string;
  /** Up to 32 letters and digits. */
  readonly orderId: string;
  readonly transactionId: string;
  readonly address: string;
};

/** Address and transaction id have the form of the family's networks. */
export function invent(family: AddressFamily): Invented {
  return {
    uuid: randomUUID(),
    orderId: randomBytes(8).toString("hex"),
    transactionId: randomTransactionId(family),
    address: randomAddress(family),
  };
}
