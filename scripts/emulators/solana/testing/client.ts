import {
  AccountRole,
  type Address,
  appendTransactionMessageInstructions,
  type Blockhash,
  compileTransactionMessage,
  createSolanaRpc,
  createTransactionMessage,
  generateKeyPairSigner,
  getBase64Decoder,
  getBase64EncodedWireTransaction,
  getCompiledTransactionMessageEncoder,
  getSignatureFromTransaction,
  type Instruction,
  isSolanaError,
  type KeyPairSigner,
  pipe,
  type Signature,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from "@solana/kit";

export type SolanaClient = ReturnType<typeof createSolanaClient>;

const SYSTEM = "11111111111111111111111111111111" as Address;
const COMPUTE_BUDGET = "ComputeBudget111111111111111111111111111111" as Address;

function littleEndian(...parts: readonly (readonly [value: bigint, bytes: number])[]): Uint8Array {
  return Uint8Array.from(
    parts.flatMap(([value, bytes]) =>
      Array.from({ length: bytes }, (_, place) => Number((value >> BigInt(8 * place)) & 0xffn)),
    ),
  );
}

export const transferSol = (from: KeyPairSigner, to: Address, lamports: bigint): Instruction => ({
  programAddress: SYSTEM,
  accounts: [
    { address: from.address, role: AccountRole.WRITABLE_SIGNER },
    { address: to, role: AccountRole.WRITABLE },
  ],
  data: littleEndian([2n, 4], [lamports, 8]),
});

export const limitUnits = (units: bigint): Instruction => ({
  programAddress: COMPUTE_BUDGET,
  data: littleEndian([2n, 1], [units, 4]),
});

export const offerPrice = (microLamports: bigint): Instruction => ({
  programAddress: COMPUTE_BUDGET,
  data: littleEndian([3n, 1], [microLamports, 8]),
});

type BlockHashLife = { readonly blockhash: Blockhash; readonly lastValidBlockHeight: bigint };

/** The published client library, with the few steps that tests repeat. */
export function createSolanaClient(url: string) {
  const rpc = createSolanaRpc(url);
  const latest = async (): Promise<BlockHashLife> =>
    (await rpc.getLatestBlockhash({ commitment: "processed" }).send()).value;

  async function write(payer: KeyPairSigner, instructions: readonly Instruction[], life?: BlockHashLife) {
    const lifetime = life ?? (await latest());
    return pipe(
      createTransactionMessage({ version: 0 }),
      (message) => setTransactionMessageFeePayerSigner(payer, message),
      (message) => setTransactionMessageLifetimeUsingBlockhash(lifetime, message),
      (message) => appendTransactionMessageInstructions(instructions, message),
    );
  }

  return {
    rpc,
    latest,
    /** Signs a transaction; returns its id, known before any node has it, and its bytes. */
    async sign(payer: KeyPairSigner, instructions: readonly Instruction[], life?: BlockHashLife) {
      const transaction = await signTransactionMessageWithSigners(await write(payer, instructions, life));
      return { id: getSignatureFromTransaction(transaction), wire: getBase64EncodedWireTransaction(transaction) };
    },
    send: (wire: string, options: { skipPreflight?: boolean } = {}) =>
      rpc
        .sendTransaction(wire as Parameters<typeof rpc.sendTransaction>[0], {
          encoding: "base64",
          preflightCommitment: "processed",
          ...options,
        })
        .send(),
    async quoteFee(payer: KeyPairSigner, instructions: readonly Instruction[]) {
      const compiled = compileTransactionMessage(await write(payer, instructions));
      const text = getBase64Decoder().decode(getCompiledTransactionMessageEncoder().encode(compiled));
      const quote = await rpc
        .getFeeForMessage(text as Parameters<typeof rpc.getFeeForMessage>[0], { commitment: "processed" })
        .send();
      return quote.value;
    },
    balance: async (address: Address, commitment: "processed" | "confirmed" | "finalized" = "processed") =>
      BigInt((await rpc.getBalance(address, { commitment }).send()).value),
    transaction: (id: Signature) =>
      rpc.getTransaction(id, { commitment: "confirmed", encoding: "json", maxSupportedTransactionVersion: 0 }).send(),
    newKey: () => generateKeyPairSigner(),
  };
}

/**
 * Returns what a rejected call carries: the JSON-RPC code, and as its cause the failure of the
 * transaction.
 */
export async function refusalOf(call: Promise<unknown>): Promise<{ code: number; cause: unknown; message: string }> {
  const error = await call.then(
    () => new Error("the call was not refused"),
    (reason: unknown) => reason,
  );
  if (!isSolanaError(error)) throw error;
  const cause = error.cause instanceof Error ? error.cause.message : undefined;
  return { code: error.context.__code, cause, message: error.message };
}
