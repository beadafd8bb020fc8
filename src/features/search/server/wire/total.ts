import type { Found } from '../find.ts'

/** The count of a search as its answer has it. */
export const totalOf = ({ total, isExact }: Found): { totalSize: number; totalSizeIsLowerBound?: true } =>
  isExact ? { totalSize: total } : { totalSize: total, totalSizeIsLowerBound: true }
