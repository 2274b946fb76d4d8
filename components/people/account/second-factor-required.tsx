import { Notice } from "@/components/ui/notice";

export type SecondFactorRequiredProps = {
  readonly merchantName: string;
  /** Names of the user's merchants that are accessible at once. */
  readonly others: readonly string[];
};

/**
 * Why nothing of a merchant is accessible yet, what to do about it, and which other merchants are.
 */
export function SecondFactorRequired({ merchantName, others }: SecondFactorRequiredProps) {
  return (
    <div className="mb-5">
      <Notice tone="waiting" title="Set up two-factor authentication to continue">
        <p className="wrap-anywhere">
          {merchantName} requires two-factor authentication for all members, and you have not set it up. Under
          Two-factor authentication on this page, set up an authenticator app or add a passkey. Then everything of{" "}
          {merchantName} opens.
        </p>
        {others.length > 0 && (
          <p className="wrap-anywhere mt-1">
            Meanwhile you can keep working for {listed(others)}: select it in the merchant menu.
          </p>
        )}
      </Notice>
    </div>
  );
}

const listed = (names: readonly string[]) => new Intl.ListFormat("en", { type: "disjunction" }).format(names);
