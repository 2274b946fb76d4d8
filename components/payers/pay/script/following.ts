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
/**
 * This connection has exceeded the rate limit: nothing is lost, and polling less often resolves it.
 */
let isBusy = false;
let isAsking = false;
let isDrawing = false;
let latest: PageUpdate | null = null;
/** The last announcement, or the initial headline. */
let announced = "";

/**
 * Shows changes as soon as the server sends them; without a stream, polls every two seconds while
 * the page is visible.
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
  // An update that the page does not show yet is fetched anyway.
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

/** Redraws the page if it has changed; updates received meanwhile are processed afterwards. */
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
      // The page's own headline: it has more information than the update, such as that the payer
      // sends from an exchange.
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

/** If only details changed, such as one more confirmation, nothing is announced. */
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
 * The payer's state (tab, search, focus position) is preserved, and the reason of a refusal remains
 * readable.
 */
async function redraw(live: HTMLElement): Promise<void> {
  // The page may contain what only a signed-in payer sees; its state does not.
  const answer = await get(live.dataset.page ?? "", "same-origin");
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  const next = fresh.getElementById("live");
  if (next === null) throw new Error("no page");
  // Polling continues, and the page is redrawn shortly after.
  if (isInUse()) return;
  const tab = live.querySelector<HTMLInputElement>('input[name="qr"]:checked')?.id;
  const hadFocus = live.contains(document.activeElement);
  const keep = keepList();
  const refusal = live.querySelector(".error");
  // If the page's headline has changed, the refusal is outdated.
  if (refusal !== null && next.querySelector("#headline")?.textContent === headline())
    next.querySelector("main")?.prepend(refusal);
  live.replaceWith(next);
  document.title = fresh.title;
  // The language may have been changed in another tab.
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
