/**
 * The sandbox's rate sources: one server on the loopback address that responds like Binance,
 * Kucoin, EXMO and Binance's adverts, each under its name (`/kucoin/api/v1/market/allTickers`), so
 * that the gateway's real adapters run. Prices are those of the sandbox's rates file, reread for
 * each response, slightly different from source to source.
 */
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";

const SCALE = 18;
const UNIT = 10n ** BigInt(SCALE);
const TETHER = "USDT";
const ADVERTS = 5n;
const BODY_BYTES_MAX = 4096;

/** Each source's prices in ten thousandths of the file's. */
const SHARES = { binance: 10_007n, kucoin: 9_991n, exmo: 10_021n, binancep2p: 9_968n };

/** Converts a price text to integer units of 18 decimals; null if it is not a price. */
function toUnits(text) {
  const match = /^(\d{1,30})(?:\.(\d{1,18}))?$/.exec(String(text));
  return match ? BigInt(match[1]) * UNIT + BigInt((match[2] ?? "").padEnd(SCALE, "0")) : null;
}

function toText(units) {
  const digits = units.toString().padStart(SCALE + 1, "0");
  return `${digits.slice(0, -SCALE)}.${digits.slice(-SCALE)}`;
}

/**
 * Returns dollar prices by currency code, as one source quotes them. A file that is being written
 * counts as unreadable.
 */
function readPrices(file, source) {
  const { moving, fixed } = JSON.parse(readFileSync(file, "utf8"));
  // Stable coins and fiat are fixed in the file: exchanges agree on them, and adverts are always
  // slightly more expensive.
  const shareOfFixed = source === "binancep2p" ? SHARES[source] : 10_000n;
  const entries = [
    ...Object.entries(moving).map(([code, text]) => [code, toUnits(text), SHARES[source]]),
    ...Object.entries(fixed).map(([code, text]) => [code, toUnits(text), code === TETHER ? 10_000n : shareOfFixed]),
  ];
  return new Map(
    entries.filter(([, units]) => units > 0n).map(([code, units, share]) => [code, (units * share) / 10_000n]),
  );
}

/** Returns `[code, price in USDT]` for everything but USDT itself. */
function inTether(prices) {
  const tether = prices.get(TETHER) ?? UNIT;
  return [...prices]
    .filter(([code]) => code !== TETHER)
    .map(([code, units]) => [code, toText((units * UNIT) / tether)]);
}

const nowSeconds = () => Math.floor(Date.now() / 1000);

const ANSWERS = {
  "GET /binance/api/v3/ticker/price": (prices) =>
    inTether(prices("binance")).map(([code, price]) => ({ symbol: `${code}${TETHER}`, price })),

  "GET /kucoin/api/v1/market/allTickers": (prices) => ({
    code: "200000",
    data: {
      time: Date.now(),
      ticker: inTether(prices("kucoin")).map(([code, last]) => ({ symbol: `${code}-${TETHER}`, last })),
    },
  }),

  "GET /exmo/v1.1/ticker": (prices) =>
    Object.fromEntries(
      [...prices("exmo")].map(([code, units]) => [`${code}_USD`, { last_trade: toText(units), updated: nowSeconds() }]),
    ),

  "POST /binancep2p/bapi/c2c/v2/friendly/c2c/adv/search": (prices, { asset, fiat }) => ({
    code: "000000",
    data: asset === TETHER ? adverts(prices("binancep2p"), String(fiat)) : [],
  }),
};

/** Returns offers of USDT for a national currency around its price: the middle one is the price. */
function adverts(prices, fiat) {
  const worth = prices.get(fiat);
  const tether = prices.get(TETHER);
  if (worth === undefined || tether === undefined) return [];
  const middle = (tether * UNIT) / worth;
  return Array.from({ length: Number(ADVERTS) }, (_, index) => {
    const step = (middle * (BigInt(index) - ADVERTS / 2n)) / 1_000n;
    return { adv: { asset: TETHER, fiatUnit: fiat, price: toText(middle + step) } };
  });
}

async function readBody(request) {
  let text = "";
  for await (const part of request) {
    text += part;
    if (text.length > BODY_BYTES_MAX) throw new Error("the body is too large");
  }
  return text === "" ? {} : JSON.parse(text);
}

async function answer(file, request, response) {
  const find = ANSWERS[`${request.method} ${request.url.split("?")[0]}`];
  const send = (status, body) =>
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  if (find === undefined) return send(404, { message: "no such source" });
  try {
    const body = await readBody(request);
    send(
      200,
      find((source) => readPrices(file, source), body),
    );
  } catch (error) {
    send(500, { message: error.message });
  }
}

/**
 * Starts the server on a free port. Returns `{ url, stop }`; `url` is the value for
 * RATE_SOURCES_URL.
 */
export async function startRateServer(file) {
  const server = createServer((request, response) => void answer(file, request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
