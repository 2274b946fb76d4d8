import { type BrandLogo, logoPath } from "@/lib/people/brands/brand-view";

type ShopNameProps = { readonly name: string; readonly logo: BrandLogo | null };

/**
 * The recipient: the logo, else the first letter, and the name. Screen readers announce the name
 * once.
 */
export function ShopName({ name, logo }: ShopNameProps) {
  return (
    <p className={logo === null ? "shop" : "shop marked"}>
      {logo === null ? (
        <span className="initial" aria-hidden="true">
          {[...name][0]?.toUpperCase()}
        </span>
      ) : (
        // biome-ignore lint/performance/noImgElement: a page without Next's scripts, and a picture that is small already
        <img className="logo" src={logoPath(logo)} width={half(logo.width)} height={half(logo.height)} alt={name} />
      )}
      <bdi className="name" aria-hidden={logo === null ? undefined : "true"}>
        {name}
      </bdi>
    </p>
  );
}

/** Half the pixel size, so that it is sharp on high-density screens. */
function half(pixels: number): number {
  return Math.ceil(pixels / 2);
}
