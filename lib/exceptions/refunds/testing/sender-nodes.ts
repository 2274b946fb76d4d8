import type { AddressInspection } from "@/lib/chains/driver";
import type { SenderDriver } from "@/lib/exceptions/refunds/force-refund";

/** A node's response about an address; null while it does not respond. */
export type FakeNode = {
  readonly host: string;
  readonly height: number;
  readonly says: (address: string) => AddressInspection | null;
};

/** Higher than any block in a test. */
export const FAR = 1_000_000_000;
export const ACCOUNT: AddressInspection = { kind: "account", active: true };

/** Creates a network's nodes, each on its own host, for forced refunds. */
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

/** A node that gives the same response for every address. */
export const oneNode = (says: FakeNode["says"]): SenderDriver => createFakeNodes([{ host: "one", height: FAR, says }]);
