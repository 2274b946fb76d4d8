/** Of readings by several nodes: a node that lags reads too little, never too much. Zero without any. */
export function highest(readings: readonly bigint[]): bigint {
  return readings.reduce((best, reading) => (reading > best ? reading : best), 0n);
}
