import { startWebProcess, type WebProcess } from "@/lib/money-out/transfers/testing/web-process";
import { bundleOnce } from "@/lib/run/worker/testing/bundle-once";

/**
 * Accepts commands by POST: a user's decision, or the job of a merchant whose policy is
 * `automatic`.
 */
const SOURCE = `
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { AppError } from "@/lib/kernel/errors";
import { decideRefundRequest } from "@/lib/exceptions/refund-requests/decide-refund-request";
import { createAutomatically } from "@/lib/exceptions/refund-requests/create-requested-refund";

const commands = {
  "/approve": (order) => decideRefundRequest({ ...order, decision: "approve", note: "" }),
  "/automatic": ({ requestId }) => createAutomatically(requestId),
};
const server = createServer(async (request, response) => {
  try {
    await commands[request.url](JSON.parse(await text(request)));
    response.writeHead(200).end();
  } catch (error) {
    response.writeHead(error instanceof AppError ? 422 : 500).end(String(error));
  }
});
server.listen(0, "127.0.0.1", () => console.log("listening on", server.address().port));
`;

/**
 * Starts a process that creates refunds for payers' requests, as the web process and the worker do,
 * and that a test can end at will.
 */
export async function startOrderProcess(): Promise<WebProcess> {
  const stdin = { contents: SOURCE, resolveDir: import.meta.dirname, loader: "js" as const };
  return await startWebProcess(await bundleOnce("refund-orders", { stdin }));
}
