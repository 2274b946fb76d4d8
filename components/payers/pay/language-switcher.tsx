import { Icon } from "@/components/payers/pay/icons";
import { withLanguage } from "@/components/payers/pay/page-model";
import { OFFERED_LOCALES } from "@/lib/kernel/locales/catalogues";
import { LOCALES } from "@/lib/kernel/locales/locales";
import type { Messages } from "@/lib/kernel/locales/messages";

type LanguageSwitcherProps = {
  /** The page that each link shows in its language. */
  readonly path: string;
  readonly messages: Messages;
};

/**
 * The available languages, each by its own name, as plain links. Outside the part that the script
 * redraws, so it stays open.
 */
export function LanguageSwitcher({ path, messages }: LanguageSwitcherProps) {
  return (
    <nav className="languages" aria-label={messages.say("language.label")}>
      <details>
        <summary>
          <Icon name="globe" />
          <span>{messages.rich("language.now", { name: LOCALES[messages.locale].name })}</span>
        </summary>
        <ul>
          {OFFERED_LOCALES.map((locale) => (
            <li key={locale}>
              <a
                href={withLanguage(path, locale)}
                lang={locale}
                hrefLang={locale}
                aria-current={locale === messages.locale ? "true" : undefined}
              >
                <bdi>{LOCALES[locale].name}</bdi>
              </a>
            </li>
          ))}
        </ul>
      </details>
    </nav>
  );
}
