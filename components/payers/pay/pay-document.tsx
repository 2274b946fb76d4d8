import type { ReactNode } from "react";
import { brandStyle } from "@/components/payers/pay/brand-style";
import { PAY_SCRIPT, PAY_STYLE } from "@/components/payers/pay/generated-assets";
import { LanguageSwitcher } from "@/components/payers/pay/language-switcher";
import type { Messages } from "@/lib/kernel/locales/messages";
import { type BrandView, PLAIN_BRAND } from "@/lib/people/brands/brand-view";

/** A square with a tick, as a data URL: the page needs no second request. */
const FAVICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Crect width='16' height='16' rx='4' fill='%233d4cb8'/%3E%3Cpath d='m4 8.5 2.7 2.7L12 5.5' fill='none' stroke='%23fff' stroke-width='2'/%3E%3C/svg%3E";

type PayDocumentProps = {
  readonly title: string;
  /** The page in another language; null if there is only this one. */
  readonly path: string | null;
  readonly messages: Messages;
  readonly isLive: boolean;
  /** Branding of the page's merchant; default: the plain design. */
  readonly brand?: BrandView;
  /**
   * Inside a frame of one of the merchant's sites: the script notifies that site when it is paid.
   */
  readonly isEmbedded?: boolean;
  readonly children: ReactNode;
};

/**
 * The whole document in one response: style and script are inline, and their hashes are in the
 * content security policy.
 */
export function PayDocument(props: PayDocumentProps) {
  const { title, path, messages, isLive, brand = PLAIN_BRAND, isEmbedded = false, children } = props;
  const colours = brandStyle(brand);
  return (
    <html lang={messages.locale} dir={messages.direction}>
      {/* biome-ignore lint/style/noHeadElement: a document of our own, which Next's pages have no part in */}
      <head>
        <meta charSet="utf-8" />
        <title>{title}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex, nofollow" />
        <meta name="color-scheme" content="light dark" />
        <meta name="format-detection" content="telephone=no" />
        <link rel="icon" href={FAVICON} />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own style; React would escape its quotes */}
        <style dangerouslySetInnerHTML={{ __html: PAY_STYLE }} />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: colours of six digits that we have computed */}
        {colours === null ? null : <style dangerouslySetInnerHTML={{ __html: colours }} />}
      </head>
      <body data-framers={isEmbedded ? brand.embedOrigins.join(" ") : undefined}>
        {children}
        {path === null ? null : <LanguageSwitcher path={path} messages={messages} />}
        <p id="spoken" className="unseen" role="status" aria-live="polite" />
        <p id="lost" className="lost" role="status" hidden={true}>
          {messages.say("live.lost")}
        </p>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own script; React would escape its quotes */}
        {isLive ? <script dangerouslySetInnerHTML={{ __html: PAY_SCRIPT }} /> : null}
      </body>
    </html>
  );
}
