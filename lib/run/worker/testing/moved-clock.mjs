/**
 * Loaded before a process under test: moves its clock by the milliseconds in the file named by
 * MOVED_CLOCK_FILE, which may change while it runs. The monotonic clock is left alone.
 */
import { readFileSync } from "node:fs";

const CHECK_MS = 50;
const RealDate = Date;
let byMs = 0;
let checkedAt = Number.NEGATIVE_INFINITY;

function now() {
  if (performance.now() - checkedAt > CHECK_MS) {
    checkedAt = performance.now();
    // biome-ignore lint/style/noProcessEnv: this runs before anything of the product
    byMs = Number.parseInt(readFileSync(process.env.MOVED_CLOCK_FILE, "utf8"), 10) || 0;
  }
  return RealDate.now() + byMs;
}

globalThis.Date = class extends RealDate {
  constructor(...given) {
    super(...(given.length === 0 ? [now()] : given));
  }

  static now() {
    return now();
  }

  /** Node itself makes dates too. */
  static [Symbol.hasInstance](value) {
    return value instanceof RealDate;
  }
};
