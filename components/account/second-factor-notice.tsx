import { Notice } from "@/components/ui/notice";
import { TextLink } from "@/components/ui/text-link";
import { routes } from "@/lib/client/routes";

/** For operators who have none: whoever finds out their password has the whole installation. */
export function SecondFactorNotice() {
  return (
    <div className="mb-5">
      <Notice tone="waiting" title="Your password alone opens this console">
        Everybody who runs an installation should have a second factor.{" "}
        <TextLink href={routes.account()}>Set one up</TextLink>: it takes a minute.
      </Notice>
    </div>
  );
}
