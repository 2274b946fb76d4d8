/** Thrown when java-tron would reject a transaction: one of its response codes and its text. */
export class Refusal extends Error {
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

/** java-tron's error when a contract's own rules are violated. */
export function invalidContract(message) {
  return new Refusal("CONTRACT_VALIDATE_ERROR", `Contract validate error : ${message}`);
}

/** The signature is missing, of another key, or of another transaction. */
export function invalidSignature(message) {
  return new Refusal("SIGERROR", `Validate signature error: ${message}`);
}

/** Not enough TRX for the bandwidth; java-tron misspells the code this way. */
export function insufficientResource() {
  return new Refusal("BANDWITH_ERROR", "Account resource insufficient error.");
}
