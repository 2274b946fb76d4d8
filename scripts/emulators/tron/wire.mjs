/** The part of the protobuf wire format that TRON's messages use: varints and byte strings. */

const VARINT = 0n;
const BYTES = 2n;

function encodeVarint(value) {
  const bytes = [];
  let rest = BigInt.asUintN(64, value);
  while (rest > 0x7fn) {
    bytes.push(Number(rest & 0x7fn) | 0x80);
    rest >>= 7n;
  }
  bytes.push(Number(rest));
  return Buffer.from(bytes);
}

/**
 * Encodes `[number, value]` pairs in the given order. A bigint becomes a varint, bytes stay bytes;
 * zero and empty values are omitted, as in java-tron. `always` writes an empty byte string too.
 */
export function encodeMessage(fields) {
  const parts = [];
  for (const [number, value, always = false] of fields) {
    if (typeof value === "bigint") {
      if (value !== 0n) parts.push(encodeVarint(BigInt(number) << 3n), encodeVarint(value));
    } else if (value.length > 0 || always) {
      parts.push(encodeVarint((BigInt(number) << 3n) | BYTES), encodeVarint(BigInt(value.length)), value);
    }
  }
  return Buffer.concat(parts);
}

/**
 * Decodes fields until the bytes end. Returns `[number, bigint | Buffer]` pairs. @throws Error on
 * encodings that TRON never writes
 */
function decodeMessage(bytes) {
  const fields = [];
  let at = 0;
  const varint = () => {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      if (at >= bytes.length) throw new Error("the message is cut off");
      const byte = BigInt(bytes[at++]);
      value |= (byte & 0x7fn) << shift;
      if (byte < 0x80n) return BigInt.asUintN(64, value);
    }
    throw new Error("a number is too long");
  };
  while (at < bytes.length) {
    const tag = varint();
    const [number, type] = [Number(tag >> 3n), tag & 7n];
    if (type === VARINT) {
      fields.push([number, BigInt.asIntN(64, varint())]);
    } else if (type === BYTES) {
      const length = Number(varint());
      if (at + length > bytes.length) throw new Error("the message is cut off");
      fields.push([number, Buffer.from(bytes.subarray(at, at + length))]);
      at += length;
    } else {
      throw new Error(`wire type ${type} is not supported`);
    }
  }
  return fields;
}

/** Returns every name with an empty value. */
function emptyFields(names) {
  const empty = ([name, kind]) => (name.startsWith("*") ? [] : kind === "int" ? 0n : Buffer.alloc(0));
  return Object.fromEntries(Object.values(names).map((entry) => [entry[0].replace("*", ""), empty(entry)]));
}

/**
 * Maps the fields of a decoded message to `names` (`{ number: [name, "int" | "bytes"] }`), with
 * zero or no bytes for missing ones; a name that begins with `*` is repeated. @throws Error for a
 * field that is unknown, duplicated or of another type
 */
export function nameFields(bytes, names) {
  const result = emptyFields(names);
  const seen = new Set();
  for (const [number, value] of decodeMessage(bytes)) {
    const [name, kind] = names[number] ?? [];
    if (name === undefined) throw new Error(`field ${number} is not supported`);
    if ((typeof value === "bigint") !== (kind === "int")) throw new Error(`field ${number} has another type`);
    if (name.startsWith("*")) {
      result[name.slice(1)].push(value);
      continue;
    }
    if (seen.has(number)) throw new Error(`field ${number} is there twice`);
    seen.add(number);
    result[name] = value;
  }
  return result;
}
