import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { parseAbi } from "viem";

/**
 * A token for driver tests only: `transfer` returns nothing, like USDT's, reverts when the balance
 * is too low, and `transferMany` makes several transfers in one transaction. Its issuer can block
 * an account, which then can neither send (rejected without a reason, as USDT does) nor receive
 * (rejected with a reason, as USDC does).
 */
const SOURCE = `
// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;
contract TestToken {
  event Transfer(address indexed from, address indexed to, uint256 value);
  string public symbol;
  uint8 public decimals;
  mapping(address => uint256) public balanceOf;
  mapping(address => bool) public isBlocked;
  constructor(string memory symbol_, uint8 decimals_) {
    symbol = symbol_;
    decimals = decimals_;
    balanceOf[msg.sender] = 1e36;
    emit Transfer(address(0), msg.sender, 1e36);
  }
  function setBlocked(address account, bool blocked) external { isBlocked[account] = blocked; }
  function transfer(address to, uint256 value) public {
    require(!isBlocked[msg.sender]);
    require(!isBlocked[to], "Blacklistable: account is blacklisted");
    balanceOf[msg.sender] -= value;
    balanceOf[to] += value;
    emit Transfer(msg.sender, to, value);
  }
  function transferMany(address[] calldata to, uint256[] calldata values) external {
    for (uint256 i = 0; i < to.length; i++) transfer(to[i], values[i]);
  }
}`;

export const TEST_TOKEN_ABI = parseAbi([
  "constructor(string symbol, uint8 decimals)",
  "function transfer(address to, uint256 value)",
  "function setBlocked(address account, bool blocked)",
  "function transferMany(address[] to, uint256[] values)",
]);

type Solc = { readonly compile: (input: string) => string };
type SolcOutput = {
  readonly contracts?: {
    readonly "token.sol"?: {
      readonly TestToken?: { readonly evm: { readonly bytecode: { readonly object: string } } };
    };
  };
  readonly errors?: readonly { readonly formattedMessage: string }[];
};

/** Cache that lets later test files reuse the first compilation. */
const CACHE = join(import.meta.dirname, "../../../../node_modules/.cache/test-token");

const INPUT = JSON.stringify({
  language: "Solidity",
  sources: { "token.sol": { content: SOURCE } },
  // Older than the compiler's default, so that it runs under every network's rules.
  settings: { evmVersion: "paris", outputSelection: { "*": { "*": ["evm.bytecode.object"] } } },
});

/**
 * Returns the creation code. Loading the compiler and compiling take more than a second, so the
 * result is cached per version of source and compiler.
 */
export function compileTestToken(): `0x${string}` {
  const require = createRequire(import.meta.url);
  const { version } = require("solc/package.json") as { version: string };
  const file = join(CACHE, createHash("sha256").update(`${version} ${INPUT}`).digest("hex"));
  if (existsSync(file)) return `0x${readFileSync(file, "utf8")}`;
  const object = compile(require("solc") as Solc);
  mkdirSync(CACHE, { recursive: true });
  // Renamed into place: another file's test may be reading it.
  writeFileSync(`${file}.${process.pid}`, object);
  renameSync(`${file}.${process.pid}`, file);
  return `0x${object}`;
}

function compile(solc: Solc): string {
  const output = JSON.parse(solc.compile(INPUT)) as SolcOutput;
  const object = output.contracts?.["token.sol"]?.TestToken?.evm.bytecode.object;
  if (object === undefined) throw new Error(output.errors?.[0]?.formattedMessage ?? "the test token did not compile");
  return object;
}
