import { speak } from "@/components/payers/pay/script/speaking";

const LAST_PART = 0.1;
const TICK_MS = 1_000;

let endsAt = Number.POSITIVE_INFINITY;
let hasSpoken = false;

/**
 * Counts down from the server's number of seconds; the phone's own clock may be wrong and is not
 * used.
 */
export function startCountdown(): void {
  readTime();
  setInterval(tick, TICK_MS);
}

/** Must be called when the page's content has been replaced. */
export function readTime(): void {
  const time = document.getElementById("time");
  endsAt = time === null ? Number.POSITIVE_INFINITY : performance.now() + Number(time.dataset.left) * 1_000;
  tick();
}

function tick(): void {
  const time = document.getElementById("time");
  const clock = document.getElementById("clock");
  const bar = document.getElementById("bar");
  if (time === null || clock === null || !(bar instanceof HTMLProgressElement)) return;
  const left = Math.max(0, Math.ceil((endsAt - performance.now()) / 1_000));
  clock.textContent = clockText(left);
  bar.value = left;
  const isSoon = left <= Number(time.dataset.all) * LAST_PART;
  time.classList.toggle("soon", isSoon);
  if (isSoon && !hasSpoken && left > 0) {
    hasSpoken = true;
    speak(time.dataset.soon ?? "");
  }
}

function clockText(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, "0");
  const hours = Math.floor(seconds / 3_600);
  const minutes = Math.floor((seconds % 3_600) / 60);
  const rest = two(seconds % 60);
  return (hours > 0 ? [hours, two(minutes), rest] : [minutes, rest]).join(":");
}
