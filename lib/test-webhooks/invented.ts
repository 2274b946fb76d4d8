import { randomBytes, randomUUID } from "node:crypto";

/** What a test webhook says where there is nothing real to say. Random, so that nobody takes two tests for one payment. */
export type Invented = {
  readonly uuid: string;
  /** Up to 32 letters and digits. */
  readonly orderId: string;
  readonly transactionId: string;
  readonly address: string;
};

export function invent(): Invented {
  return {
    uuid: randomUUID(),
    orderId: randomBytes(8).toString("hex"),
    transactionId: `0x${randomBytes(32).toString("hex")}`,
    address: `0x${randomBytes(20).toString("hex")}`,
  };
}
