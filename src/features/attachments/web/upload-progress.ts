/** Value of a full progress bar. */
export const PROGRESS_MAXIMUM = 1

/** A value that a progress bar can show. @throws RangeError below 0 and above the maximum */
export function progressValue(value: number, maximum: number = PROGRESS_MAXIMUM): number {
  if (!(value >= 0 && value <= maximum)) throw new RangeError(`Progress is between 0 and ${maximum}, not ${value}`)
  return value
}
