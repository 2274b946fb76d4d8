import { ed25519 } from "@noble/curves/ed25519.js";
import { base58, base64 } from "@scure/base";
import {
  AccountRole,
  type Address,
  appendTransactionMessageInstructions,
  type Blockhash,
  blockhash,
  compileTransaction,
  createNoopSigner,
  createTransactionMessage,
  type Instruction,
  pipe,
  setTransactionMessageComputeUnitLimit,
  setTransactionMessageComputeUnitPrice,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from "@solana/kit";
import {
  getCloseAccountInstruction,
  getCreateAssociatedTokenIdempotentInstruction,
  getTransferCheckedInstruction,
} from "@solana-program/token";
import { TransactionRefusedError } from "@/lib/chains/errors";
import { SYSTEM_PROGRAM, toAddress } from "@/lib/chains/solana/config";
import type { FeeTerms } from "@/lib/chains/solana/fees";
import { closedBy, type TokenPlan, type TransferPlan } from "@/lib/chains/solana/plan";
import type { SignedTransfer, UnsignedTransfer } from "@/lib/chains/spending";

const SIGNATURE_BYTES = 64;
/** One network packet, which every transaction has to fit into. */
const WIRE_BYTES_MAX = 1_232;
const SYSTEM_TRANSFER = 2;

/**
 * The validity limit of a transaction: a block hash, and the block height (not the slot) after
 * which it expires.
 */
export type Lifetime = { readonly blockhash: string; readonly lastValidBlockHeight: bigint };

/**
 * Pure: builds the message to sign. Opens the recipient's token account when the terms pay for it.
 */
export function buildMessage(plan: TransferPlan, terms: FeeTerms, lifetime: Lifetime): Uint8Array {
  const limit = Number.parseInt(terms.unitLimit.toString(), 10);
  const { lastValidBlockHeight } = lifetime;
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (empty) => setTransactionMessageFeePayer(plan.payer, empty),
    (payed) =>
      setTransactionMessageLifetimeUsingBlockhash({ blockhash: toBlockhash(lifetime), lastValidBlockHeight }, payed),
    (living) => setTransactionMessageComputeUnitLimit(limit, living),
    (limited) => setTransactionMessageComputeUnitPrice(terms.unitPrice, limited),
    (priced) => appendTransactionMessageInstructions(toInstructions(plan, terms.rent > 0n), priced),
  );
  const bytes = Uint8Array.from(compileTransaction(message).messageBytes);
  if (toWire(bytes, unsignedFor(bytes)).length > WIRE_BYTES_MAX) {
    throw new RangeError("the amount lies on too many token accounts for one transaction");
  }
  return bytes;
}

/** Returns the signers in the order of the message: the fee payer comes first. */
export function signersOf({ from, payer }: Pick<TransferPlan, "from" | "payer">): readonly Address[] {
  return payer === from ? [from] : [payer, from];
}

/** Returns the message with its signatures, as nodes accept it. */
function toWire(message: Uint8Array, signatures: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from([signatures.length, ...signatures.flatMap((signature) => [...signature]), ...message]);
}

/**
 * Empty signatures, as many as the message has signers according to its second byte, which follows
 * the version byte.
 */
function unsignedFor(message: Uint8Array): readonly Uint8Array[] {
  return Array.from({ length: message[1] ?? 0 }, () => new Uint8Array(SIGNATURE_BYTES));
}

/**
 * Returns what a node accepts in place of a signed transaction when signature verification is off.
 */
export function toUnsignedWire(message: Uint8Array): string {
  return base64.encode(toWire(message, unsignedFor(message)));
}

/**
 * Pure. The first signature is the transaction id, so it is final here. Throws when a signature is
 * not by its signer.
 */
export function assembleSigned(unsigned: UnsignedTransfer, signatures: readonly Uint8Array[]): SignedTransfer {
  const requests = unsigned.signingRequests;
  const [first] = requests;
  const [id] = signatures;
  if (first === undefined || id === undefined || signatures.length !== requests.length) {
    throw new TransactionRefusedError("invalid", `this Solana transfer takes ${requests.length} signatures`);
  }
  for (const [index, { signer, message }] of requests.entries()) {
    if (!isSignedBy(signer, message, signatures[index])) {
      throw new TransactionRefusedError("invalid", `the signature is not by ${signer}`);
    }
  }
  return { raw: toWire(first.message, signatures), transactionId: base58.encode(id), spends: unsigned.spends };
}

/** As strict as validators: other verifiers accept signatures that the chain rejects. */
function isSignedBy(signer: string, message: Uint8Array, signature: Uint8Array | undefined): boolean {
  return (
    signature?.length === SIGNATURE_BYTES &&
    ed25519.verify(signature, message, base58.decode(signer), { zip215: false })
  );
}

function toInstructions(plan: TransferPlan, opensAccount: boolean): readonly Instruction[] {
  if (plan.token === null) return [systemTransfer(plan)];
  const { token, from } = plan;
  const transfers = token.parts.map(({ account, units }) =>
    getTransferCheckedInstruction(
      {
        source: account,
        mint: token.mint,
        destination: token.destination,
        authority: createNoopSigner(from),
        amount: units,
        decimals: token.decimals,
      },
      { programAddress: token.program },
    ),
  );
  const opening = opensAccount ? [openAccount(plan, token)] : [];
  return [...opening, ...transfers, ...closedBy(plan).map(({ account }) => closeAccount(plan, token, account))];
}

/** Fails the whole transaction when the account is not empty. */
function closeAccount({ from, payer }: TransferPlan, token: TokenPlan, account: Address): Instruction {
  const parts = { account, destination: payer, owner: createNoopSigner(from) };
  return getCloseAccountInstruction(parts, { programAddress: token.program });
}

/** Does nothing when the account has been opened meanwhile. */
function openAccount({ payer, to }: TransferPlan, token: TokenPlan): Instruction {
  return getCreateAssociatedTokenIdempotentInstruction({
    payer: createNoopSigner(payer),
    ata: token.destination,
    owner: to,
    mint: token.mint,
    tokenProgram: token.program,
  });
}

/** The instruction number in four bytes and the lamports in eight, little-endian. */
function systemTransfer({ from, to, units }: TransferPlan): Instruction {
  const data = new Uint8Array(12);
  const view = new DataView(data.buffer);
  view.setUint32(0, SYSTEM_TRANSFER, true);
  view.setBigUint64(4, units, true);
  return {
    programAddress: toAddress(SYSTEM_PROGRAM),
    accounts: [
      { address: from, role: AccountRole.WRITABLE_SIGNER },
      { address: to, role: AccountRole.WRITABLE },
    ],
    data,
  };
}

function toBlockhash(lifetime: Lifetime): Blockhash {
  return blockhash(lifetime.blockhash);
}
