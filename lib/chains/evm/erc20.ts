import { parseAbi } from "viem";

/**
 * `transfer` without its output: USDT returns nothing, and decoding a promised `bool` from nothing throws.
 * What a token does return is judged by `transferReturnedFalse`.
 */
export const ERC20_ABI = parseAbi([
  "function transfer(address to, uint256 value)",
  "function balanceOf(address owner) view returns (uint256)",
  "function decimals() view returns (uint8)",
  "function symbol() view returns (string)",
]);

/** keccak256("Transfer(address,address,uint256)"). ERC-721 shares it, with the id as a fourth topic. */
export const TRANSFER_TOPIC = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";

/** A token that answers `false` instead of reverting has moved nothing. */
export function transferReturnedFalse(returned: string): boolean {
  return /^0x0{64}$/.test(returned);
}
