import { Tokenizer } from "@streamparser/json";

/** No number that a node means has more; of longer ones it takes the processor long to make a value. */
const DIGITS_MAX = 400;

/** Without buffers the library lists each digit and each escape by itself, of which a text without end has more than a list can have. */
const BUFFER_BYTES = 4_096;

/** Makes values of numbers from their digits, so that no amount passes through a float. */
export class ExactTokenizer extends Tokenizer {
  readonly #toNumber: (digits: string) => unknown;

  constructor(toNumber: (digits: string) => unknown) {
    super({ stringBufferSize: BUFFER_BYTES, numberBufferSize: BUFFER_BYTES });
    this.#toNumber = toNumber;
  }

  protected override parseNumber(digits: string): number {
    if (digits.length > DIGITS_MAX) throw new Error(`the answer has a number of ${digits.length} digits`);
    // The library's type knows numbers only; it hands on whatever this makes.
    return this.#toNumber(digits) as number;
  }
}
