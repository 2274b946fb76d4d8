/** Whom the money is for. */
export function ShopName({ name }: { readonly name: string }) {
  return (
    <p className="shop">
      <span className="initial" aria-hidden="true">
        {[...name][0]?.toUpperCase()}
      </span>
      <bdi className="name">{name}</bdi>
    </p>
  );
}
