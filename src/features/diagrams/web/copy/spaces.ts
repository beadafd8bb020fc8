import type { TargetSpace } from '../../copy-contract.ts'

/** The list of all spaces, with one of them in the first place and there alone. */
export function withFirst(current: TargetSpace, spaces: readonly TargetSpace[]): TargetSpace[] {
  return [current, ...spaces.filter(({ key }) => key !== current.key)]
}
