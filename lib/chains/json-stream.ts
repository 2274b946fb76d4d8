import { isAscii } from "node:buffer";
import { StringDecoder } from "node:string_decoder";
import { setImmediate } from "node:timers/promises";
import {
  type ParsedTokenInfo,
  Tokenizer,
  TokenizerError,
  TokenParser,
  TokenParserError,
  TokenType,
} from "@streamparser/json";
import { AnswerTooLargeError } from "@/lib/chains/node-request";

/** No real number of a node has more digits; longer ones take much time to convert. */
const DIGITS_MAX = 400;

/**
 * Without buffers the library lists each digit and each escape separately, of which an endless text
 * has more than a list can hold.
 */
const BUFFER_BYTES = 4_096;

/** Converts numbers from their digits, so that no amount passes through a float. */
class ExactTokenizer extends Tokenizer {
  readonly #toNumber: (digits: string) => unknown;

  constructor(toNumber: (digits: string) => unknown) {
    super({ stringBufferSize: BUFFER_BYTES, numberBufferSize: BUFFER_BYTES });
    this.#toNumber = toNumber;
  }

  protected override parseNumber(digits: string): number {
    if (digits.length > DIGITS_MAX) throw new Error(`the answer has a number of ${digits.length} digits`);
    // The library's type allows only numbers; it passes on any value.
    return this.#toNumber(digits) as number;
  }
}

/**
 * By path, such as `$.result.transactions.*`: receives the items of that list one by one. An error
 * that it throws ends the reading.
 */
export type Takers = Readonly<Record<string, (item: unknown) => void>>;

export type Reading = {
  readonly takers?: Takers;
  /** Awaited between two chunks: the caller can process what it received before more arrives. */
  readonly between?: () => Promise<void>;
};

/** The answer is not JSON, or was truncated. */
export class NoJsonError extends Error {
  override readonly name = "NoJsonError";
  /** The beginning of the answer. */
  readonly head: string;

  constructor(message: string, head: string) {
    super(message);
    this.head = head;
  }
}

/** A large answer delays other work of the process no longer than about this. */
const SLICE_MS = 20;
/** No answer of a node is half as deep, and each level takes memory. */
const DEPTH_MAX = 64;
/**
 * Limit on what is built in memory at once: one item, or everything outside the streamed lists. The
 * largest Bitcoin-like transaction takes half of it.
 */
const KEPT_BYTES_MAX = 128 * 1024 * 1024;
/** Limit on one text or number: twice the data that the gas of one transaction pays for. */
const TOKEN_BYTES_MAX = 64 * 1024 * 1024;
const HEAD_CHARACTERS = 300;
/** Approximate memory of a value beside its own characters. */
const VALUE_BYTES = 48;

/**
 * Reads JSON of any length as it arrives, without ever holding all of it: the items of lists with a
 * taker are streamed and dropped, and the answer contains those lists empty. A value other than a
 * list at that path is in the answer unchanged.
 *
 * @throws NoJsonError
 * @throws AnswerTooLargeError when one item, or what is outside the streamed lists, is too large to
 *   hold
 */
export async function readJsonStream(
  chunks: AsyncIterable<Buffer>,
  toNumber: (digits: string) => unknown,
  { takers = {}, between }: Reading = {},
): Promise<unknown> {
  const parser = new JsonStreamParser(takers, toNumber);
  let since = performance.now();
  for await (const chunk of chunks) {
    parser.write(chunk);
    await between?.();
    if (performance.now() - since < SLICE_MS) continue;
    await setImmediate();
    since = performance.now();
  }
  return parser.end();
}

/** Parses complete text. @throws NoJsonError */
export function parseWhole(text: string, toNumber: (digits: string) => unknown): unknown {
  const parser = new JsonStreamParser({}, toNumber);
  parser.write(Buffer.from(text));
  return parser.end();
}

/** The library's tokenizer and parser, with size limits between the two. */
class JsonStreamParser {
  readonly #decoder = new StringDecoder("utf8");
  readonly #tokenizer: ExactTokenizer;
  readonly #parser: TokenParser;
  readonly #takers: Takers;
  /**
   * Estimated size of what is held, and what it was before each open object and list, and before
   * the value that ended last.
   */
  #kept = 0;
  readonly #open: number[] = [];
  #before = 0;
  #answer: unknown;
  #head = "";
  #written = 0;
  #tokenStart = 0;
  #isAscii = true;

  constructor(takers: Takers, toNumber: (digits: string) => unknown) {
    this.#takers = takers;
    this.#tokenizer = new ExactTokenizer(toNumber);
    this.#parser = new TokenParser({ paths: ["$", ...Object.keys(takers)], keepStack: false });
    this.#tokenizer.onToken = (token) => this.#checkToken(token);
    this.#parser.onValue = ({ value, key, parent, stack }) => {
      if (parent === undefined) this.#answer = value;
      else if (Array.isArray(parent)) {
        this.#take(value, [...stack.slice(1).map((level) => level.key), key]);
        parent.length = 0;
      }
    };
  }

  write(chunk: Buffer): void {
    if (this.#head === "") this.#head = chunk.toString("utf8").slice(0, HEAD_CHARACTERS);
    this.#isAscii &&= isAscii(chunk);
    // The tokenizer rejects invalid UTF-8, which third-party text may contain: as elsewhere, it
    // becomes a replacement character.
    const text = this.#isAscii ? chunk : Buffer.from(this.#decoder.write(chunk));
    this.#guarded(() => this.#tokenizer.write(text));
    this.#written += text.length;
    if (this.#written - this.#tokenStart > TOKEN_BYTES_MAX) throw tooLarge(TOKEN_BYTES_MAX);
  }

  end(): unknown {
    this.#guarded(() => this.#tokenizer.end());
    if (!this.#parser.isEnded) throw new NoJsonError("the answer was cut", this.#head);
    return this.#answer;
  }

  #take(value: unknown, keys: readonly (string | number | undefined)[]): void {
    const path = ["$", ...keys.map((key) => (typeof key === "number" ? "*" : key))].join(".");
    this.#takers[path]?.(value);
    this.#kept = this.#before;
  }

  #checkToken(info: ParsedTokenInfo): void {
    const { token, value } = info;
    this.#tokenStart = info.offset;
    if (token === TokenType.LEFT_BRACE || token === TokenType.LEFT_BRACKET) {
      if (this.#open.push(this.#kept) > DEPTH_MAX) throw new Error(`the answer has more than ${DEPTH_MAX} levels`);
      this.#kept += VALUE_BYTES;
    } else if (token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET) {
      this.#before = this.#open.pop() ?? 0;
    } else if (token !== TokenType.COMMA && token !== TokenType.COLON) {
      this.#before = this.#kept;
      this.#kept += VALUE_BYTES + (typeof value === "string" ? value.length : 0);
    }
    if (this.#kept > KEPT_BYTES_MAX) throw tooLarge(KEPT_BYTES_MAX);
    this.#parser.write(info);
  }

  #guarded(work: () => void): void {
    try {
      work();
    } catch (error) {
      const isNoJson = error instanceof TokenizerError || error instanceof TokenParserError;
      throw isNoJson ? new NoJsonError("the answer is no JSON", this.#head) : error;
    }
  }
}

function tooLarge(bytesMax: number): AnswerTooLargeError {
  return new AnswerTooLargeError(`more than ${bytesMax} bytes of the answer belong together`);
}
