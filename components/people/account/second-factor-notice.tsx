import { Notice } from "@/components/ui/notice";
import { TextLink } from "@/components/ui/text-link";
import { routes } from "@/lib/fronts/paths/routes";

/**
 * For operators without a second factor: on an installation with real money they need one to change
 * anything.
 */
export function SecondFactorNotice({ isSandbox }: { readonly isSandbox: boolean }) {
  return (
    <div className="mb-5">
      <Notice tone="waiting" title="Two-factor authentication is off">
        {isSandbox
          ? "Every operator should use two-factor authentication."
          : "You can view everything, but you can't change anything until you set up two-factor authentication."}{" "}
        <TextLink href={routes.account()}>Set it up</TextLink>: it takes a minute.
      </Notice>
    </div>
  );
}
