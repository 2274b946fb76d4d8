// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

interface Token {
    function transferFrom(address from, address to, uint256 value) external returns (bool);
}

/// Pays several people in one transaction, in tokens that the caller has allowed it to move.
contract BatchPayer {
    function pay(Token[] calldata tokens, address[] calldata receivers, uint256[] calldata values) external {
        for (uint256 index = 0; index < tokens.length; index++) {
            require(tokens[index].transferFrom(msg.sender, receivers[index], values[index]), "a transfer failed");
        }
    }
}
