const CLOCK = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
const MOMENT = { day: "numeric", month: "short", year: "numeric", ...CLOCK, timeZoneName: "short" } as const;

/**
 * Shows every time in the reader's time zone: the server does not know it and uses UTC. Must be
 * called when the content has been replaced.
 */
export function showLocalTimes(): void {
  for (const element of document.querySelectorAll<HTMLElement>("[data-at]")) {
    const { at, said, formats } = element.dataset;
    const date = new Date(Number(at));
    element.textContent = said === undefined ? momentText(date, formats) : said.replace("…", clockText(date));
  }
}

/** No line break between the time and its zone. */
function momentText(date: Date, formats: string | undefined): string {
  return new Intl.DateTimeFormat(formats, MOMENT).format(date).replace(/(\d) (?=\S+$)/, "$1\u00a0");
}

function clockText(date: Date): string {
  const locale = new Intl.Locale(document.documentElement.lang, { numberingSystem: "latn" });
  return date.toLocaleTimeString(locale, CLOCK);
}
