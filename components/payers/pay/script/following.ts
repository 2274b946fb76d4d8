import { readTime } from "@/components/payers/pay/script/countdown";
import { isInUse, keepList } from "@/components/payers/pay/script/forms";
import { showLocalTimes } from "@/components/payers/pay/script/local-times";
import { speak } from "@/components/payers/pay/script/speaking";
import { isStreaming, startStream } from "@/components/payers/pay/script/stream";

const SEEN_MS = 2_000;
const HIDDEN_MS = 15_000;
const FINAL_MS = 30_000;
const LOST_AFTER = 3;
const ANSWER_MS = 10_000;

type PageUpdate = { readonly key: string; readonly text: string; readonly isFinal: boolean };

let timer = 0;
let failures = 0;
/** This connection has asked for too much: nothing is lost, and asking less often mends it. */
let isBusy = false;
let isAsking = false;
let isDrawing = false;
let latest: PageUpdate | null = null;
/** What was read out last, or stood there when the page was opened. */
let announced = "";

/**
 * Shows what has changed as soon as the server tells it; where no stream does, asks every two
 * seconds while somebody looks.
 */
export function startFollowing(): void {
  announced = headline();
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) void ask();
  });
  window.addEventListener("online", () => void ask());
  startStream(() => page()?.dataset.events ?? "", {
    onUpdate: (text) => take(JSON.parse(text) as PageUpdate),
    onLife: plan,
  });
  plan();
}

function page(): HTMLElement | null {
  return document.getElementById("live");
}

function plan(): void {
  clearTimeout(timer);
  // What was told and the page does not show yet is asked for all the same.
  const isShown = latest?.key === page()?.dataset.key;
  if (isStreaming() && failures === 0 && isShown) return;
  const pace = document.hidden ? HIDDEN_MS : latest?.isFinal && isShown ? FINAL_MS : SEEN_MS;
  timer = window.setTimeout(() => void ask(), Math.min(pace * 2 ** Math.min(failures, 4), FINAL_MS));
}

async function ask(): Promise<void> {
  const path = page()?.dataset.state;
  if (path === undefined || isAsking) return;
  isAsking = true;
  try {
    const answer = await get(path);
    take((await answer.json()) as PageUpdate);
  } catch (error) {
    fail(error);
  }
  isAsking = false;
}

/**
 * Redraws the page where it looks otherwise; what is told meanwhile is looked at when that is done.
 */
function take(update: PageUpdate): void {
  latest = update;
  if (!isDrawing) void draw();
}

async function draw(): Promise<void> {
  isDrawing = true;
  try {
    for (let drawn: PageUpdate | null = null; latest !== drawn; ) {
      drawn = latest;
      const live = page();
      if (live === null || drawn === null || drawn.key === live.dataset.key) continue;
      await redraw(live);
      // The page's own headline: it knows more than what was told, as that the payer sends from an
      // exchange.
      announce(headline());
    }
    failures = 0;
    showLoss();
  } catch (error) {
    fail(error);
  }
  isDrawing = false;
  plan();
}

/**
 * A page that looks otherwise and says the same, with one confirmation more, say, is not read out
 * again.
 */
function announce(sentence: string): void {
  if (sentence !== announced) speak(sentence);
  announced = sentence;
}

function headline(): string {
  return document.getElementById("headline")?.textContent ?? document.title;
}

function fail(error: unknown): void {
  failures += 1;
  isBusy = String(error) === "Error: 429";
  showLoss();
  plan();
}

function showLoss(): void {
  const lost = document.getElementById("lost");
  if (lost !== null) lost.hidden = isBusy || failures < LOST_AFTER;
}

/**
 * What the payer has set (the tab, the search, the place of the focus) stays as it was, and why
 * something was refused stays to be read.
 */
async function redraw(live: HTMLElement): Promise<void> {
  // The page may hold what only a signed-in payer is shown; its state does not.
  const answer = await get(live.dataset.page ?? "", "same-origin");
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  const next = fresh.getElementById("live");
  if (next === null) throw new Error("no page");
  // The page goes on asking, and is drawn a moment later.
  if (isInUse()) return;
  const tab = live.querySelector<HTMLInputElement>('input[name="qr"]:checked')?.id;
  const hadFocus = live.contains(document.activeElement);
  const keep = keepList();
  const refusal = live.querySelector(".error");
  // Where the page says something else by now, the refusal is of yesterday.
  if (refusal !== null && next.querySelector("#headline")?.textContent === headline())
    next.querySelector("main")?.prepend(refusal);
  live.replaceWith(next);
  document.title = fresh.title;
  // The language may have been chosen again in another tab.
  const { lang, dir } = fresh.documentElement;
  Object.assign(document.documentElement, { lang, dir });
  if (tab) document.getElementById(tab)?.click();
  if (hadFocus) document.getElementById("headline")?.focus();
  keep();
  readTime();
  showLocalTimes();
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
