/**
 * What a message offers to pay: the network's published fee rule, for responses before execution.
 */
import { COMPUTE_BUDGET_PROGRAM, SYSTEM_PROGRAM } from "./programs.mjs";

const LAMPORTS_PER_SIGNATURE = 5000n;
const MICRO_LAMPORTS = 1_000_000n;
const UNITS_MAX = 1_400_000n;
const UNITS_PER_INSTRUCTION = 200_000n;
/** The runtime's built-in programs get a lower default limit if a message sets none. */
const UNITS_PER_BUILT_IN = 3_000n;
const BUILT_IN = new Set([
  SYSTEM_PROGRAM,
  COMPUTE_BUDGET_PROGRAM,
  "Vote111111111111111111111111111111111111111",
  "BPFLoaderUpgradeab1e11111111111111111111111",
  "BPFLoader1111111111111111111111111111111111",
  "BPFLoader2111111111111111111111111111111111",
  "LoaderV411111111111111111111111111111111111",
]);
/** Signature verification programs, whose signatures cost as much as the transaction's own. */
const SIGNATURE_PROGRAMS = new Set([
  "Ed25519SigVerify111111111111111111111111111",
  "KeccakSecp256k11111111111111111111111111111",
  "Secp256r1SigVerify1111111111111111111111111",
]);

const readLittleEndian = (data, at, bytes) =>
  Array.from({ length: bytes }, (_, index) => BigInt(data[at + index] ?? 0) << BigInt(8 * index)).reduce(
    (a, b) => a | b,
  );

const programOf = (message, { programIdIndex }) => message.accountKeys[programIdIndex];

function findBudget(message, kind, bytes) {
  const found = message.instructions.find(
    (instruction) => programOf(message, instruction) === COMPUTE_BUDGET_PROGRAM && instruction.data[0] === kind,
  );
  return found === undefined ? null : readLittleEndian(found.data, 1, bytes);
}

function unitLimit(message) {
  const asked = findBudget(message, 2, 4);
  const ordinary = message.instructions
    .map((instruction) => (BUILT_IN.has(programOf(message, instruction)) ? UNITS_PER_BUILT_IN : UNITS_PER_INSTRUCTION))
    .reduce((total, units) => total + units, 0n);
  const limit = asked ?? ordinary;
  return limit < UNITS_MAX ? limit : UNITS_MAX;
}

/** Micro-lamports per compute unit that the message may use. */
export const offeredPrice = (message) => findBudget(message, 3, 8) ?? 0n;

/** Returns the lamports that the message costs once it is in a block. */
export function feeOfMessage(message) {
  const checked = message.instructions
    .filter((instruction) => SIGNATURE_PROGRAMS.has(programOf(message, instruction)))
    .map(({ data }) => BigInt(data[0] ?? 0))
    .reduce((total, count) => total + count, 0n);
  const signatures = BigInt(message.header.numRequiredSignatures) + checked;
  const extra = offeredPrice(message) * unitLimit(message);
  return signatures * LAMPORTS_PER_SIGNATURE + (extra + MICRO_LAMPORTS - 1n) / MICRO_LAMPORTS;
}
