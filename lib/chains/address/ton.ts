import { base64, base64url } from "@scure/base";
import {
  type AddressEncoding,
  type AddressValidation,
  accepted,
  isAllZero,
  refused,
} from "@/lib/chains/address/address-validation";

const TEXT_CHARACTERS = 48;
const BOUNCEABLE = 0x11;
const NOT_BOUNCEABLE = 0x51;
const TEST_ONLY = 0x80;
const BASECHAIN = 0x00;
const MASTERCHAIN = 0xff;
const CRC_BYTES = 2;

/**
 * Validates the user-friendly form: a flag, the workchain, 32 bytes and their CRC16, in 48
 * characters of either base64 alphabet. The canonical form is base64url with the flags unchanged:
 * they decide whether a payment to an undeployed account bounces. The raw form (`0:...`) is
 * rejected because it has no checksum.
 */
export function validateTon(text: string, encoding: AddressEncoding): AddressValidation {
  if (!/^[A-Za-z0-9+/_-]+$/.test(text)) return refused("format");
  if (text.length !== TEXT_CHARACTERS) return refused("length");
  const isUrl = /[_-]/.test(text);
  if (isUrl && /[+/]/.test(text)) return refused("format");
  const bytes = (isUrl ? base64url : base64).decode(text);
  const crc = ((bytes.at(-2) ?? 0) << 8) | (bytes.at(-1) ?? 0);
  if (crc16(bytes.subarray(0, -CRC_BYTES)) !== crc) return refused("checksum");
  const [flags = 0, workchain] = bytes;
  if (![BOUNCEABLE, NOT_BOUNCEABLE].includes(flags & ~TEST_ONLY)) return refused("format");
  if (workchain !== BASECHAIN && workchain !== MASTERCHAIN) return refused("format");
  if ((flags & TEST_ONLY) !== 0 && encoding === "real") return refused("network");
  return isAllZero(bytes.subarray(2, -CRC_BYTES)) ? refused("burn") : accepted(base64url.encode(bytes));
}

/**
 * Returns the address of a 32-byte account in the base workchain, in the non-bounceable form that
 * wallets show.
 */
export function encodeTonAddress(account: Uint8Array): string {
  const bytes = Uint8Array.from([NOT_BOUNCEABLE, BASECHAIN, ...account]);
  const crc = crc16(bytes);
  return base64url.encode(Uint8Array.from([...bytes, crc >> 8, crc & 0xff]));
}

/** CRC-16/XMODEM. */
function crc16(bytes: Uint8Array): number {
  let state = 0;
  for (const byte of bytes) {
    state ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) state = ((state & 0x8000 ? (state << 1) ^ 0x1021 : state << 1) & 0xffff) >>> 0;
  }
  return state;
}
