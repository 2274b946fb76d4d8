/** Prices in sun (1 TRX = 1,000,000 sun): the main network's parameters in late 2025. */

export const SUN_PER_BANDWIDTH_BYTE = 1_000n;
export const SUN_PER_ENERGY = 100n;
export const FREE_BANDWIDTH_A_DAY = 600n;
/**
 * Burnt instead of bandwidth by whoever creates an account by paying it; free bandwidth does not
 * count here.
 */
export const NEW_ACCOUNT_BANDWIDTH_FEE = 100_000n;
export const NEW_ACCOUNT_FEE = 1_000_000n;
export const MEMO_FEE = 1_000_000n;
export const FEE_LIMIT_MAX = 15_000_000_000n;
/** Size of a transaction's result in a block, counted with its bandwidth. */
export const RESULT_BYTES = 64;

/**
 * Energy per unit of EVM gas, excluding the transaction's intrinsic gas, which TRON does not have.
 * With this factor a plain token transfer costs about as much as the real USDT's: some 26,000 to a
 * holder and 60,000 to a new one.
 */
export const ENERGY_PER_GAS = 2n;

const PARAMETERS = {
  getMaintenanceTimeInterval: 21_600_000,
  getAccountUpgradeCost: 9_999_000_000,
  getCreateAccountFee: NEW_ACCOUNT_BANDWIDTH_FEE,
  getTransactionFee: SUN_PER_BANDWIDTH_BYTE,
  getAssetIssueFee: 1_024_000_000,
  getWitnessPayPerBlock: 8_000_000,
  getWitnessStandbyAllowance: 115_200_000_000,
  getCreateNewAccountFeeInSystemContract: NEW_ACCOUNT_FEE,
  getCreateNewAccountBandwidthRate: 1,
  getAllowCreationOfContracts: 1,
  getRemoveThePowerOfTheGr: -1,
  getEnergyFee: SUN_PER_ENERGY,
  getExchangeCreateFee: 1_024_000_000,
  getMaxCpuTimeOfOneTx: 80,
  getAllowUpdateAccountName: undefined,
  getAllowSameTokenName: 1,
  getAllowDelegateResource: 1,
  getTotalEnergyLimit: 180_000_000_000,
  getAllowTvmTransferTrc10: 1,
  getTotalEnergyCurrentLimit: 180_000_000_000,
  getAllowMultiSign: 1,
  getAllowAdaptiveEnergy: undefined,
  getTotalEnergyTargetLimit: 6_250_000,
  getTotalEnergyAverageUsage: undefined,
  getUpdateAccountPermissionFee: 100_000_000,
  getMultiSignFee: 1_000_000,
  getForbidTransferToContract: 1,
  getMaxFeeLimit: FEE_LIMIT_MAX,
  getAllowOptimizeBlackHole: 1,
  getFreeNetLimit: FREE_BANDWIDTH_A_DAY,
  getTotalNetLimit: 43_200_000_000,
  getMemoFee: MEMO_FEE,
  getUnfreezeDelayDays: 14,
};

/** Returns `getchainparameters`, where a parameter that is zero has no value. */
export function chainParameters() {
  const chainParameter = Object.entries(PARAMETERS).map(([key, value]) =>
    value === undefined ? { key } : { key, value },
  );
  return { chainParameter };
}
