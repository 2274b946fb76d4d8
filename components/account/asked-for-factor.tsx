import { Notice } from "@/components/ui/notice";

export type AskedForFactorProps = {
  readonly merchantName: string;
  /** Names of the person's merchants that can be worked for at once. */
  readonly others: readonly string[];
};

/** Why nothing of a merchant can be seen yet, what to do about it, and where else one may go on meanwhile. */
export function AskedForFactor({ merchantName, others }: AskedForFactorProps) {
  return (
    <div className="mb-5">
      <Notice tone="waiting" title="Set up a second factor to go on">
        <p className="wrap-anywhere">
          {merchantName} asks every member for a second factor, and you have none. Under Second factor on this page, set
          up an authenticator app or add a passkey; then everything of {merchantName} opens.
        </p>
        {others.length > 0 && (
          <p className="wrap-anywhere mt-1">
            Meanwhile you can go on for {listed(others)}: choose it by the merchant's name in the menu.
          </p>
        )}
      </Notice>
    </div>
  );
}

const listed = (names: readonly string[]) => new Intl.ListFormat("en", { type: "disjunction" }).format(names);
