import { TransactionRefusedError } from "@/lib/chains/errors";
import { judgeByEvery } from "@/lib/chains/every-node";
import type { Failover } from "@/lib/chains/failover";
import { readHead } from "@/lib/chains/monero/blocks";
import { sendToNode } from "@/lib/chains/monero/broadcast";
import { type MoneroDriverConfig, OUTPUTS_MAX } from "@/lib/chains/monero/config";
import { judgeConfirmability } from "@/lib/chains/monero/confirmability";
import { estimateFee } from "@/lib/chains/monero/fees";
import { byOwnSigner } from "@/lib/chains/monero/identity";
import { readKeyImages } from "@/lib/chains/monero/key-images";
import type { MoneroNode } from "@/lib/chains/monero/monero-node";
import { openPayload } from "@/lib/chains/monero/payload";
import { prepareWithWallet, type SpendingNode } from "@/lib/chains/monero/prepare";
import type { ChainSpending, SignedTransfer, Simulation, UnsignedTransfer } from "@/lib/chains/spending";
import { bestOutcome } from "@/lib/chains/statements";

/** The money-out half of the driver. `signers`: the nodes with a wallet that can spend; null where there is none. */
export function createMoneroSpending(
  config: Pick<MoneroDriverConfig, "hotAddress">,
  nodes: Failover<MoneroNode>,
  signers: Failover<SpendingNode> | null,
): ChainSpending {
  return {
    async estimateFee({ request, priority }, signal) {
      const outputs = request.outputs.length;
      if (outputs > OUTPUTS_MAX) throw new RangeError(`${outputs} outputs in one transaction`);
      return nodes.call((node) => estimateFee(node, { priority, outputs }, signal), signal);
    },
    async prepareTransfer(request, fee, signal) {
      if (signers === null) throw new Error("NODE_URLS names no wallet that can spend Monero (?signer=URL)");
      if (request.outputs.length > OUTPUTS_MAX) throw new RangeError("too many outputs in one transaction");
      const prepare = (node: SpendingNode) => prepareWithWallet(node, request, fee, signal);
      return signers.call((node) => byOwnSigner(node, config, prepare, signal), signal);
    },
    // Of two transactions with the same key image a daemon keeps the first, whatever the second one pays.
    outbids: () => false,
    simulate: (unsigned, signal) => nodes.call((node) => simulate(node, unsigned, signal), signal),
    assemble: async (unsigned, signatures) => assemble(unsigned, signatures),
    async broadcast(signed, signal) {
      return bestOutcome(await nodes.each((node) => sendToNode(node, signed, signal), signal));
    },
    accountNonce: async () => null,
    ...judgeByEvery(nodes, readHead, judgeConfirmability),
  };
}

/** What it pays was shown while it was built; what may have changed is whether the money is still there. */
async function simulate(node: MoneroNode, unsigned: UnsignedTransfer, signal: AbortSignal): Promise<Simulation> {
  const { keyImages } = openPayload(unsigned);
  const states = await readKeyImages(node, keyImages, signal);
  if (states.every((state) => state === "free")) return { succeeds: true };
  return { succeeds: false, reason: "what it would spend is spent by another transaction", lacksFee: false };
}

function assemble(unsigned: UnsignedTransfer, signatures: readonly Uint8Array[]): SignedTransfer {
  if (signatures.length > 0) {
    throw new TransactionRefusedError("invalid", "the wallet signs its transactions itself, nobody else does");
  }
  const { raw, transactionId, keyImages } = openPayload(unsigned);
  return { raw, transactionId, spends: { kind: "coins", coins: [], keyImages } };
}
