/**
 * Whose word a node's is, by the name that it is told by (its host, and perhaps a port): the host alone. Two programs on one machine, and two
 * keys of one service, are run by the same people and broken into at the same moment, so they are one word however many URLs lead to
 * them. Names are compared as they are written: nothing is looked up, and two hosts of one company are two.
 */
export function witnessOf(node: string): string {
  return node.toLowerCase().replace(/:\d+$/, "").replace(/\.$/, "");
}

/** How many words these nodes are, by their names. */
export function countWitnesses(nodes: readonly string[]): number {
  return new Set(nodes.map(witnessOf)).size;
}
