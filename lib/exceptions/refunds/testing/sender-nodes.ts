import type { AddressInspection } from "@/lib/chains/driver";
import type { SenderDriver } from "@/lib/exceptions/refunds/force-refund";

/** What a node says of an address; null while it is silent. */
export type FakeNode = {
  readonly host: string;
  readonly height: number;
  readonly says: (address: string) => AddressInspection | null;
};

/** Higher than any block of a test. */
export const FAR = 1_000_000_000;
export const ACCOUNT: AddressInspection = { kind: "account", active: true };

/** A network's nodes, each on a host of its own, as a forced refund asks them. */
export function createFakeNodes(nodes: readonly FakeNode[]): SenderDriver {
  return {
    witnesses: nodes.length,
    inspectAddressByEach: async (address) =>
      nodes.map(({ host, height, says }) => {
        const answer = says(address);
        const head = { height, hash: "head", parentHash: "below", time: new Date(0) };
        return answer === null
          ? { node: host, head: null, answer, error: "no answer" }
          : { node: host, head, answer, error: null };
      }),
  };
}

/** One node that says the same of every address. */
export const oneNode = (says: FakeNode["says"]): SenderDriver => createFakeNodes([{ host: "one", height: FAR, says }]);
