/** When a change is committed and when it appears on a screen, by the same clock. */
import pg from "pg";

const now = () => performance.timeOrigin + performance.now();

/**
 * Listens to the database as the gateway does. `paidAt(uuid)` resolves to the time of the
 * notification about the commit that made an invoice `paid`: about a millisecond after the commit,
 * or earlier if the query for the row already saw the next commit.
 */
export async function watchCommits(databaseUrl) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const waiting = new Map();
  client.on("notification", async ({ payload }) => {
    const at = now();
    const resolve = waiting.get(payload);
    if (resolve === undefined) return;
    const { rows } = await client.query("SELECT status FROM invoices WHERE id = $1", [payload]);
    if (rows[0]?.status !== "paid" || !waiting.delete(payload)) return;
    resolve(at);
  });
  await client.query("LISTEN pages");
  return {
    paidAt: (uuid) => new Promise((resolve) => waiting.set(uuid, resolve)),
    close: () => client.end(),
  };
}

/**
 * Resolves to the time when the page's headline shows `text`: the first frame after the change.
 * `page` is Playwright's.
 */
export function shownAt(page, text) {
  return page.evaluate(
    (wanted) =>
      new Promise((resolve) => {
        const look = () => {
          if (!document.getElementById("headline")?.textContent?.startsWith(wanted)) return;
          observer.disconnect();
          requestAnimationFrame(() => resolve(performance.timeOrigin + performance.now()));
        };
        const observer = new MutationObserver(look);
        observer.observe(document, { childList: true, subtree: true, characterData: true });
        look();
      }),
    text,
  );
}

/**
 * Opens the page of an invoice in USDT, has the sandbox pay it by a real transaction, and returns
 * the milliseconds from the commit that made it `paid` to the screen.
 */
export async function timePayment(page, commits, { uuid, url }) {
  await page.goto(url);
  const pay = async () => {
    const answer = await page.request.post(`${url}/sandbox`, { form: { kind: "exact" }, maxRedirects: 0 });
    if (answer.status() !== 303) throw new Error(`play money was answered ${answer.status()}: ${await answer.text()}`);
  };
  const [committed, shown] = await Promise.all([commits.paidAt(uuid), shownAt(page, "Paid"), pay()]);
  return shown - committed;
}
