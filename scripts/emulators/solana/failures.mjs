/** Why a transaction failed, as the runtime's code, as JSON and as a message. */

/** In the order of the runtime's own list, which litesvm's numbers follow. */
const TRANSACTION_FAILURES = [
  ["AccountInUse", "Account in use"],
  ["AccountLoadedTwice", "Account loaded twice"],
  ["AccountNotFound", "Attempt to debit an account but found no record of a prior credit."],
  ["ProgramAccountNotFound", "Attempt to load a program that does not exist"],
  ["InsufficientFundsForFee", "Insufficient funds for fee"],
  ["InvalidAccountForFee", "This account may not be used to pay transaction fees"],
  ["AlreadyProcessed", "This transaction has already been processed"],
  ["BlockhashNotFound", "Blockhash not found"],
  ["CallChainTooDeep", "Loader call chain is too deep"],
  ["MissingSignatureForFee", "Transaction requires a fee but has no signature present"],
  ["InvalidAccountIndex", "Transaction contains an invalid account reference"],
  ["SignatureFailure", "Transaction did not pass signature verification"],
  ["InvalidProgramForExecution", "This program may not be used for executing instructions"],
  ["SanitizeFailure", "Transaction failed to sanitize accounts offsets correctly"],
  ["ClusterMaintenance", "Transactions are currently disabled due to cluster maintenance"],
  ["AccountBorrowOutstanding", "Transaction processing left an account with an outstanding borrowed reference"],
  ["WouldExceedMaxBlockCostLimit", "Transaction would exceed max Block Cost Limit"],
  ["UnsupportedVersion", "Transaction version is unsupported"],
  ["InvalidWritableAccount", "Transaction loads a writable account that cannot be written"],
  ["WouldExceedMaxAccountCostLimit", "Transaction would exceed max account limit within the block"],
  ["WouldExceedAccountDataBlockLimit", "Transaction would exceed account data limit within the block"],
  ["TooManyAccountLocks", "Transaction locked too many accounts"],
  ["AddressLookupTableNotFound", "Transaction loads an address table account that doesn't exist"],
  ["InvalidAddressLookupTableOwner", "Transaction loads an address table account with an invalid owner"],
  ["InvalidAddressLookupTableData", "Transaction loads an address table account with invalid data"],
  ["InvalidAddressLookupTableIndex", "Transaction address table lookup uses an invalid index"],
  ["InvalidRentPayingAccount", "Transaction leaves an account with a lower balance than rent-exempt minimum"],
  ["WouldExceedMaxVoteCostLimit", "Transaction would exceed max Vote Cost Limit"],
  ["WouldExceedAccountDataTotalLimit", "Transaction would exceed total account data limit"],
  ["MaxLoadedAccountsDataSizeExceeded", "Transaction exceeded max loaded accounts data size cap"],
  ["ResanitizationNeeded", "ResanitizationNeeded"],
  ["InvalidLoadedAccountsDataSizeLimit", "LoadedAccountsDataSizeLimit set for transaction must be greater than 0."],
  ["UnbalancedTransaction", "Sum of account balances before and after transaction do not match"],
  ["ProgramCacheHitMaxLimit", "Program cache hit max limit"],
  ["CommitCancelled", "CommitCancelled"],
];
const SENTENCES = new Map(TRANSACTION_FAILURES);

/**
 * Instruction failures in the runtime's order; a message is given for those that a payment can
 * cause.
 */
const INSTRUCTION_FAILURES = [
  ["GenericError", "generic instruction error"],
  ["InvalidArgument", "invalid program argument"],
  ["InvalidInstructionData", "invalid instruction data"],
  ["InvalidAccountData", "invalid account data for instruction"],
  ["AccountDataTooSmall", "account data too small for instruction"],
  ["InsufficientFunds", "insufficient funds for instruction"],
  ["IncorrectProgramId", "incorrect program id for instruction"],
  ["MissingRequiredSignature", "missing required signature for instruction"],
  ["AccountAlreadyInitialized", "instruction requires an uninitialized account"],
  ["UninitializedAccount", "instruction requires an initialized account"],
  ["UnbalancedInstruction"],
  ["ModifiedProgramId"],
  ["ExternalAccountLamportSpend", "instruction spent from the balance of an account it does not own"],
  ["ExternalAccountDataModified", "instruction modified data of an account it does not own"],
  ["ReadonlyLamportChange", "instruction changed the balance of a read-only account"],
  ["ReadonlyDataModified", "instruction modified data of a read-only account"],
  ["DuplicateAccountIndex"],
  ["ExecutableModified"],
  ["RentEpochModified"],
  ["NotEnoughAccountKeys", "insufficient account keys for instruction"],
  ["AccountDataSizeChanged"],
  ["AccountNotExecutable"],
  ["AccountBorrowFailed"],
  ["AccountBorrowOutstanding"],
  ["DuplicateAccountOutOfSync"],
  ["InvalidError"],
  ["ExecutableDataModified"],
  ["ExecutableLamportChange"],
  ["ExecutableAccountNotRentExempt"],
  ["UnsupportedProgramId", "Unsupported program id"],
  ["CallDepth"],
  ["MissingAccount", "An account required by the instruction is missing"],
  ["ReentrancyNotAllowed"],
  ["MaxSeedLengthExceeded"],
  ["InvalidSeeds", "Provided seeds do not result in a valid address"],
  ["InvalidRealloc"],
  ["ComputationalBudgetExceeded", "Computational budget exceeded"],
  ["PrivilegeEscalation", "Cross-program invocation with unauthorized signer or writable account"],
  ["ProgramEnvironmentSetupFailure"],
  ["ProgramFailedToComplete", "Program failed to complete"],
  ["ProgramFailedToCompile"],
  ["Immutable", "Account is immutable"],
  ["IncorrectAuthority", "Incorrect authority provided"],
  ["AccountNotRentExempt"],
  ["InvalidAccountOwner", "Invalid account owner"],
  ["ArithmeticOverflow", "Program arithmetic overflowed"],
  ["UnsupportedSysvar"],
  ["IllegalOwner", "Provided owner is not allowed"],
  ["MaxAccountsDataAllocationsExceeded"],
  ["MaxAccountsExceeded"],
  ["MaxInstructionTraceLengthExceeded"],
  ["BuiltinProgramsMustConsumeComputeUnits"],
  ["BorshIoError"],
];
const INSTRUCTION_SENTENCES = new Map(INSTRUCTION_FAILURES);

function nameInstructionFailure(error) {
  if (typeof error === "number") return INSTRUCTION_FAILURES[error]?.[0] ?? "GenericError";
  return "code" in error ? { Custom: error.code } : "BorshIoError";
}

/**
 * Converts litesvm's failure to the JSON that nodes return: `"BlockhashNotFound"`,
 * `{"InstructionError":[0,{"Custom":1}]}`.
 */
export function failureToJson(error) {
  if (typeof error === "number") return TRANSACTION_FAILURES[error]?.[0] ?? "SanitizeFailure";
  const kind = error.constructor.name.replace(/^TransactionError/, "");
  if (kind === "InstructionError") return { InstructionError: [error.index, nameInstructionFailure(error.err())] };
  return kind === "DuplicateInstruction" ? { [kind]: error.index } : { [kind]: { account_index: error.accountIndex } };
}

function describeInstructionFailure(failure) {
  if (typeof failure === "object") return `custom program error: 0x${failure.Custom.toString(16)}`;
  return INSTRUCTION_SENTENCES.get(failure) ?? failure;
}

/** Returns the message that nodes give for a failure of `failureToJson`. */
export function describeFailure(failure) {
  if (typeof failure === "string") return SENTENCES.get(failure) ?? failure;
  if ("InstructionError" in failure) {
    const [index, inner] = failure.InstructionError;
    return `Error processing Instruction ${index}: ${describeInstructionFailure(inner)}`;
  }
  if ("InsufficientFundsForRent" in failure) {
    const { account_index: index } = failure.InsufficientFundsForRent;
    return `Transaction results in an account (${index}) with insufficient funds for rent`;
  }
  return JSON.stringify(failure);
}
