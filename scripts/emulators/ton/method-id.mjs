/** The number by which a get method is called. */

const NAMED = 0x10000;
const POLYNOMIAL = 0x1021;

/**
 * Computes CRC16 (XMODEM) of a get method's name, above the numbers that are free for other uses.
 */
export function methodIdOf(name) {
  let crc = 0;
  for (const byte of Buffer.from(name)) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc & 0x8000 ? (crc << 1) ^ POLYNOMIAL : crc << 1) & 0xffff;
  }
  return NAMED | crc;
}
