import { afterEach, beforeEach, expect, test, vi } from "vitest";

/** Maximum time that a press, or a form without a response, may delay updates. */
const IN_USE_MS = 10_000;

let isInUse: () => boolean;

beforeEach(async () => {
  vi.useFakeTimers();
  vi.resetModules();
  vi.stubGlobal("document", new EventTarget());
  vi.stubGlobal("window", new EventTarget());
  const forms = await import("@/components/payers/pay/script/forms");
  forms.startForms();
  ({ isInUse } = forms);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a page is in use from the press until the click, which comes after the press has ended", () => {
  expect(isInUse()).toBe(false);
  document.dispatchEvent(new Event("pointerdown"));
  expect(isInUse()).toBe(true);
  document.dispatchEvent(new Event("pointerup"));
  expect(isInUse()).toBe(true);
  vi.advanceTimersByTime(0);
  expect(isInUse()).toBe(false);
});

test("a press whose end is never reported, as with a context menu, does not block updates forever", () => {
  document.dispatchEvent(new Event("pointerdown"));
  vi.advanceTimersByTime(IN_USE_MS - 1);
  expect(isInUse()).toBe(true);
  vi.advanceTimersByTime(1);
  expect(isInUse()).toBe(false);
});
