import { hash, list, quantity } from "@/lib/chains/evm/decode";

/** A native transfer by a contract during a transaction. */
export type InternalMove = {
  readonly transactionId: string;
  /**
   * Counts all such transfers of the transaction in execution order: the same with every tracer,
   * and after a re-inclusion.
   */
  readonly ordinal: number;
  readonly to: string;
  readonly units: bigint;
};

type Move = Pick<InternalMove, "to" | "units">;
type Fields = Readonly<Record<string, unknown>>;

/**
 * DELEGATECALL repeats the value of the surrounding call and moves nothing; CALLCODE moves it to
 * the caller itself.
 */
const MOVING_CALLS: ReadonlySet<unknown> = new Set(["CALL", "CREATE", "CREATE2", "SELFDESTRUCT"]);

/**
 * Parses Geth's `callTracer` for one transaction. A failed call moved nothing, and neither did its
 * inner calls.
 */
export function movesOfCallTrace(trace: unknown, transactionId: string): readonly InternalMove[] {
  const top = fieldsOf(trace);
  return numbered(transactionId, top.error == null ? movesBelow(top) : []);
}

function movesBelow(frame: Fields): readonly Move[] {
  return (frame.calls == null ? [] : list(frame.calls)).flatMap((item) => {
    const call = fieldsOf(item);
    if (call.error != null) return [];
    return [...(MOVING_CALLS.has(call.type) ? toMove(call.to, call.value) : []), ...movesBelow(call)];
  });
}

/**
 * Parses `trace_block`, introduced by OpenEthereum (Erigon, Nethermind, Reth): all frames of a
 * block in a row, each with its path.
 */
export function movesOfParityTraces(traces: unknown): ReadonlyMap<string, readonly InternalMove[]> {
  const moves = new Map<string, Move[]>();
  const failed = new Map<string, string[]>();
  for (const item of list(traces)) {
    const frame = fieldsOf(item);
    // A block reward belongs to no transaction.
    if (frame.transactionHash == null) continue;
    const id = hash(frame.transactionHash);
    const path = `${list(frame.traceAddress).map(String).join(".")}.`;
    const [failures, found] = [failed.get(id) ?? [], moves.get(id) ?? []];
    if (frame.error != null) failures.push(path);
    const isTop = path === ".";
    const isVoid = failures.some((failure) => failure === "." || path.startsWith(failure));
    if (!isTop && !isVoid) found.push(...moveOfParityFrame(frame));
    failed.set(id, failures);
    moves.set(id, found);
  }
  return new Map([...moves].map(([id, found]) => [id, numbered(id, found)]));
}

function moveOfParityFrame({ type, action, result }: Fields): readonly Move[] {
  const fields = fieldsOf(action);
  if (type === "suicide" || type === "selfdestruct") return toMove(fields.refundAddress, fields.balance);
  if (type === "create") return toMove(result == null ? null : fieldsOf(result).address, fields.value);
  return fields.callType === "call" ? toMove(fields.to, fields.value) : [];
}

function toMove(to: unknown, value: unknown): readonly Move[] {
  if (value == null) return [];
  const units = quantity(value);
  return units === 0n || typeof to !== "string" ? [] : [{ to: to.toLowerCase(), units }];
}

function numbered(transactionId: string, moves: readonly Move[]): readonly InternalMove[] {
  return moves.map((move, ordinal) => ({ transactionId, ordinal, ...move }));
}

function fieldsOf(value: unknown): Fields {
  if (typeof value !== "object" || value === null) throw new Error("the node sent no trace");
  return value as Fields;
}
