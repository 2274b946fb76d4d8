import { Notice } from "@/components/ui/notice";
import { TextLink } from "@/components/ui/text-link";
import { routes } from "@/lib/fronts/paths/routes";

/** For operators who have none: where real money is, they can change nothing before they have one. */
export function SecondFactorNotice({ isSandbox }: { readonly isSandbox: boolean }) {
  return (
    <div className="mb-5">
      <Notice tone="waiting" title="Your password alone opens this console">
        {isSandbox
          ? "Everybody who runs an installation should have a second factor."
          : "You can look at everything, and change nothing before you have a second factor."}{" "}
        <TextLink href={routes.account()}>Set one up</TextLink>: it takes a minute.
      </Notice>
    </div>
  );
}
