import { readTime } from "@/components/pay/script/countdown";
import { speak } from "@/components/pay/script/speaking";

const SEEN_MS = 2_000;
const HIDDEN_MS = 15_000;
const FINAL_MS = 30_000;
const LOST_AFTER = 3;
const ANSWER_MS = 10_000;

type News = { readonly key: string; readonly text: string; readonly isFinal: boolean };

let timer = 0;
let failures = 0;
let isFinal = false;
let isAsking = false;

/** Asks for the state every two seconds while somebody looks, rarely otherwise, and redraws the page when it has changed. */
export function startFollowing(): void {
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) void ask();
  });
  window.addEventListener("online", () => void ask());
  plan();
}

function plan(): void {
  clearTimeout(timer);
  const pace = document.hidden ? HIDDEN_MS : isFinal ? FINAL_MS : SEEN_MS;
  timer = window.setTimeout(() => void ask(), Math.min(pace * 2 ** Math.min(failures, 4), FINAL_MS));
}

async function ask(): Promise<void> {
  const live = document.getElementById("live");
  if (live === null || isAsking) return;
  isAsking = true;
  try {
    const answer = await get(live.dataset.state ?? "");
    const news = (await answer.json()) as News;
    isFinal = news.isFinal;
    if (news.key !== live.dataset.key) {
      await redraw(live);
      speak(news.text);
    }
    failures = 0;
  } catch {
    failures += 1;
  }
  isAsking = false;
  const lost = document.getElementById("lost");
  if (lost !== null) lost.hidden = failures < LOST_AFTER;
  plan();
}

/** What the payer has set (the tab, the place of the focus) stays as it was. */
async function redraw(live: HTMLElement): Promise<void> {
  // The page may hold what only a signed-in payer is shown; its state does not.
  const answer = await get(live.dataset.page ?? "", "same-origin");
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  const next = fresh.getElementById("live");
  if (next === null) throw new Error("no page");
  const tab = live.querySelector<HTMLInputElement>('input[name="qr"]:checked')?.id;
  const hadFocus = live.contains(document.activeElement);
  live.replaceWith(next);
  document.title = fresh.title;
  // The language may have been chosen anew in another tab.
  const { lang, dir } = fresh.documentElement;
  Object.assign(document.documentElement, { lang, dir });
  if (tab) document.getElementById(tab)?.click();
  if (hadFocus) document.getElementById("headline")?.focus();
  readTime();
}

async function get(path: string, credentials: RequestCredentials = "omit"): Promise<Response> {
  const answer = await fetch(path, {
    cache: "no-store",
    credentials,
    signal: AbortSignal.timeout?.(ANSWER_MS) ?? null,
  });
  if (!answer.ok) throw new Error(String(answer.status));
  return answer;
}
