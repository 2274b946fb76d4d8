import { expect, test, vi } from "vitest";
import { holdPage, isPageHeld, leaveIfConfirmed, registerLeaveGuard } from "@/lib/fronts/client/unsaved";

test("leaves a page at once unless a form holds it; then asks for confirmation, after which nothing holds it", () => {
  const asked: (() => void)[] = [];
  const stop = registerLeaveGuard((leave) => asked.push(leave));
  const leave = vi.fn();

  leaveIfConfirmed(leave);
  expect(leave).toHaveBeenCalledTimes(1);

  const [first, second] = [holdPage(), holdPage()];
  first();
  leaveIfConfirmed(leave);
  expect([leave.mock.calls.length, asked.length]).toEqual([1, 1]);
  asked[0]?.();
  expect([leave.mock.calls.length, isPageHeld()]).toEqual([2, false]);

  second();
  holdPage();
  stop();
  leaveIfConfirmed(leave);
  expect(leave).toHaveBeenCalledTimes(3);
});
