import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { sandbox } from "../machine-api";

export type ShopPage = {
  /** One of the merchant's configured sites. */
  readonly origin: string;
  /** The same server under a name that the merchant has not configured. */
  readonly strangeOrigin: string;
  readonly close: () => Promise<void>;
};

/**
 * A shop on another origin: `/?pay=<url>` has the link of docs/integration.md, and records the
 * notifications.
 */
export async function openShop(): Promise<ShopPage> {
  const server = createServer(({ url }, response) => {
    const { searchParams } = new URL(url ?? "/", "http://shop.example");
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
    response.end(html(searchParams.get("pay") ?? "", searchParams.get("raw")));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    strangeOrigin: `http://localhost:${port}`,
    close: () => closed(server),
  };
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}

/** `raw`: a frame as a stranger would write it, around our script. */
function html(pay: string, raw: string | null): string {
  const escaped = pay.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
  const frame = `<iframe id="raw" title="Raw" src="${escaped}?embed=1" width="480" height="700"></iframe>`;
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Paper Lantern</title>
<script src="${sandbox.baseUrl}/embed.js" defer></script>
<main>
  <h1>Your cart</h1>
  <p><a id="pay" href="${escaped}" data-chaintill-pay>Pay with crypto</a></p>
  <p><button id="foreign" data-chaintill-pay="https://evil.example/pay/8b03432e-385b-4670-8d06-064591096795">Other</button></p>
  <p id="told"></p>
  <div style="height:2000px"></div>
  ${raw === null ? "" : frame}
</main>
<script>
  const told = document.getElementById("told");
  for (const type of ["chaintill:paid", "chaintill:closed"])
    document.addEventListener(type, ({ detail }) => {
      told.textContent += type + (detail ? " " + detail.uuid + " " + detail.status : "") + "; ";
    });
</script>
</html>`;
}
