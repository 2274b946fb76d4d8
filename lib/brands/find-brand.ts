import { type BrandView, PLAIN_BRAND } from "@/lib/brands/brand-view";
import { selectBrand } from "@/lib/brands/repo";
import { database } from "@/lib/db";

/** How a merchant's payment pages look; the plain look where it has chosen nothing. */
export async function findBrand(merchantId: string): Promise<BrandView> {
  return (await selectBrand(database(), merchantId)) ?? PLAIN_BRAND;
}
