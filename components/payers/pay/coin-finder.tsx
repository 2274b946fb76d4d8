import { type PageModel, payPath } from "@/components/payers/pay/page-model";

/**
 * A plain form that requests the page with fewer coins; with the script, the list follows each
 * letter.
 */
export function CoinFinder({ view, messages, lang, find = "", isFromExchange = false }: PageModel) {
  const isAll = find === "";
  return (
    <search>
      <form className="find" method="get" action={payPath(view.uuid, "", { lang })}>
        <input type="hidden" name="choose" value="1" />
        {isFromExchange ? <input type="hidden" name="exchange" value="1" /> : null}
        {lang === null ? null : <input type="hidden" name="lang" value={lang} />}
        <input
          id="search"
          type="search"
          name="find"
          defaultValue={find}
          placeholder={messages.say("choose.search")}
          aria-label={messages.say("choose.search")}
          maxLength={60}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
        />
        <button type="submit" className="copy">
          {messages.say("choose.find")}
        </button>
      </form>
      {isAll ? null : (
        <p>
          <a className="link" href={payPath(view.uuid, "", { isChoosing: true, isFromExchange, lang })}>
            {messages.say("choose.all")}
          </a>
        </p>
      )}
    </search>
  );
}
