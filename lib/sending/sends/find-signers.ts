import type { SigningRequest } from "@/lib/chains/spending";
import type { Engine, Signer } from "@/lib/sending/sends/engine";
import type { PreparedSend } from "@/lib/sending/sends/prepare-send";

/** Who answers for each address that signs. */
export type Signers = ReadonlyMap<string, Signer>;

/**
 * Everyone whose signature a transaction needs, looked up before the database transaction in which they sign.
 * @throws Error when an address is none of ours
 */
export async function findSigners(
  { findSigner }: Engine,
  { terms, unsigned }: Pick<PreparedSend, "terms" | "unsigned">,
): Promise<Signers> {
  // What is built when it is signed is built for accounts with nonces, which pay for themselves.
  const addresses = unsigned === null ? [terms.address] : unsigned.signingRequests.map(({ signer }) => signer);
  const signers = new Map<string, Signer>();
  for (const address of new Set(addresses)) signers.set(address, await findSigner(address));
  return signers;
}

/** One signature each, in their order. Pure. @throws Error when somebody is to sign who was not looked up */
export function signWith(signers: Signers, requests: readonly SigningRequest[]): readonly Uint8Array[] {
  return requests.flatMap((request) => {
    const signer = signers.get(request.signer);
    if (signer === undefined) throw new Error(`nobody was asked to sign for ${request.signer}`);
    return signer([request]);
  });
}
