import { recoverMessageAddress } from "viem";

/**
 * 65 bytes: r, s, v. An ERC-1271 contract signature is longer or shorter, and not one of a plain
 * account.
 */
const SIGNATURE = /^0x[0-9a-fA-F]{130}$/;

/**
 * Returns the plain account that signed this text with its wallet (EIP-191, `personal_sign`); null
 * when it is not such a signature. Pure: no node is queried, so contract wallets are not supported.
 */
export async function recoverSigner(message: string, signature: string): Promise<string | null> {
  if (!SIGNATURE.test(signature)) return null;
  try {
    return await recoverMessageAddress({ message, signature: signature as `0x${string}` });
  } catch {
    return null;
  }
}
