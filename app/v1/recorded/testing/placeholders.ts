import { NOBODY } from "@/app/v1/recorded/testing/named-shop";
import { EVM_ADDRESS } from "@/lib/money-out/payouts/testing/payout-rig";

/**
 * Older times were written by the test itself. They are the same in every run and stay as they are.
 */
const PLANTED_MS = 400 * 86_400_000;
/**
 * Times are shown relative to the start, rounded to this step, so that a slow run shows the same.
 */
const STEP_MINUTES = 30;
/** Values that the calls contain as constants. */
const CONSTANTS: ReadonlySet<string> = new Set([NOBODY, EVM_ADDRESS.toLowerCase()]);

const CURSOR = /eyJjcmVhdGVkX2F0[A-Za-z0-9_-]+/g;
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9A-F]{8}(?:-[0-9A-F]{4}){3}-[0-9A-F]{12}/g;
const IMAGE = /(data:image\/png;base64,)[A-Za-z0-9+/]+={0,2}/g;
const QUESTIONNAIRE = /(\/questionnaire\/)[A-Za-z0-9_-]{40,}/g;
const TRANSACTION = /0x(?:[0-9a-f]{64}|[0-9A-F]{64})(?![0-9a-fA-F])/g;
const ADDRESS = /0x[0-9a-fA-F]{40}(?![0-9a-fA-F])/g;
/** The order id in a test webhook about an invented payment. */
const INVENTED_ORDER_ID = /("order_id":")[0-9a-f]{16}(?=")/g;
const ISO_TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?(Z|\+03:00)/g;
const UNIX_SECONDS = /(?<![\w.-])1\d{9}(?![\w.])/g;
const UNIX_MILLISECONDS = /(?<![\w.-])1\d{12}(?![\w.])/g;
const ERROR_NUMBER = /(Server error, #)[1-9]\d*/g;
const CLOCK_DISTANCE = /\d+ s (ahead of|behind)/g;

/**
 * Returns a function that replaces values which differ in every run, and keeps every other
 * character. Equal values get the same number, so a reader can follow them. A value in a new format
 * is not replaced, which fails the test.
 */
export function createPlaceholders(start = Date.now()): (text: string) => string {
  const names = new Map<string, string>();
  const counts = new Map<string, number>();
  const numbered = (kind: string, value: string): string => {
    const known = names.get(`${kind} ${value}`);
    if (known !== undefined) return known;
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    const name = `<${kind} ${count}>`;
    names.set(`${kind} ${value}`, name);
    return name;
  };
  const timed = (text: string, milliseconds: number, form: string): string => {
    const distance = milliseconds - start;
    if (Math.abs(distance) > PLANTED_MS) return text;
    const minutes = Math.round(distance / 60_000 / STEP_MINUTES) * STEP_MINUTES;
    const moved = minutes === 0 ? "" : ` ${minutes > 0 ? "+" : "-"} ${Math.abs(minutes)} min`;
    return `<now${moved}, ${form}>`;
  };
  /** A value in capitals gets the number of the same value in lower case. */
  const inEitherCase = (kind: string, text: string): string => {
    const name = numbered(kind, text.toLowerCase());
    return text === text.toLowerCase() ? name : name.replace(">", ", in capitals>");
  };
  const replace = (text: string): string =>
    text
      .replace(ERROR_NUMBER, "$1<number>")
      .replace(CURSOR, (cursor) => `<cursor of ${replace(Buffer.from(cursor, "base64url").toString())}>`)
      .replace(IMAGE, (image, head: string) => `${head}${numbered(`${sizeOf(image.slice(head.length))} image`, image)}`)
      .replace(QUESTIONNAIRE, (link, head: string) => `${head}${numbered("secret", link)}`)
      .replace(UUID, (uuid) => (isConstant(uuid) ? uuid : inEitherCase("uuid", uuid)))
      .replace(TRANSACTION, (id) => inEitherCase("transaction", id))
      .replace(ADDRESS, (address) => (isConstant(address) ? address : numbered(addressKind(address), address)))
      .replace(INVENTED_ORDER_ID, (id, head: string) => `${head}${numbered("order id", id)}`)
      .replace(ISO_TIME, (time, fraction: string | undefined, zone: string) =>
        timed(time, Date.parse(time), `ISO ${fraction === undefined ? "" : "with milliseconds "}${zone}`),
      )
      .replace(UNIX_SECONDS, (seconds) => timed(seconds, Number(seconds) * 1000, "Unix seconds"))
      .replace(UNIX_MILLISECONDS, (milliseconds) => timed(milliseconds, Number(milliseconds), "Unix milliseconds"))
      .replace(CLOCK_DISTANCE, "<number> s $1");
  return replace;
}

const isConstant = (value: string): boolean => CONSTANTS.has(value.toLowerCase());

const addressKind = (address: string): string =>
  address === address.toLowerCase() ? "address" : "checksummed address";

/** Width and height in the header of a PNG in base64. */
function sizeOf(image: string): string {
  const bytes = Buffer.from(image, "base64");
  return `${bytes.readUInt32BE(16)} x ${bytes.readUInt32BE(20)}`;
}
