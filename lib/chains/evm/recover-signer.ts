import { recoverMessageAddress } from "viem";

/**
 * 65 bytes: r, s, v. A contract's answer to ERC-1271 is longer or shorter, and none of a plain
 * account's.
 */
const SIGNATURE = /^0x[0-9a-fA-F]{130}$/;

/**
 * Which plain account has signed this text with its wallet (EIP-191, `personal_sign`); null for
 * what is no such signature. Pure: no node is asked, so that nothing is learnt about contract
 * wallets.
 */
export async function recoverSigner(message: string, signature: string): Promise<string | null> {
  if (!SIGNATURE.test(signature)) return null;
  try {
    return await recoverMessageAddress({ message, signature: signature as `0x${string}` });
  } catch {
    return null;
  }
}
