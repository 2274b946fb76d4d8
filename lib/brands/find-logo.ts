import { selectLogo } from "@/lib/brands/repo";

const HASH = /^[0-9a-f]{64}$/;

/** The WebP picture of this hash; null when no merchant uses it. */
export async function findLogo(hash: string): Promise<Uint8Array<ArrayBuffer> | null> {
  return HASH.test(hash) ? await selectLogo(hash) : null;
}
