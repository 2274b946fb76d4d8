import { expect, test } from "vitest";
import { browserName, isHandheld } from "@/components/people/account/browser-name";

const CHROME = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0 Safari/537.36";

test.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME}`, "Chrome on Windows"],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Edg/147.0`, "Edge on Windows"],
  [`Mozilla/5.0 (Linux; Android 16; Pixel 9) ${CHROME}`, "Chrome on Android"],
  [`Mozilla/5.0 (X11; CrOS x86_64) ${CHROME}`, "Chrome on ChromeOS"],
  ["Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605 Version/20.0 Safari/605", "Safari on macOS"],
  ["Mozilla/5.0 (iPhone; CPU iPhone OS 20_0 like Mac OS X) AppleWebKit/605 CriOS/147 Safari/604", "Chrome on iPhone"],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0", "Firefox on Linux"],
  ["curl/8.0", "A browser on an unknown device"],
  [null, "A browser on an unknown device"],
])("%s is called %s", (userAgent, name) => expect(browserName(userAgent)).toBe(name));

test("phones and tablets are distinguished from desktop computers", () => {
  expect(isHandheld("Mozilla/5.0 (iPad; CPU OS 20_0)")).toBe(true);
  expect(isHandheld("Mozilla/5.0 (X11; Linux x86_64)")).toBe(false);
});
