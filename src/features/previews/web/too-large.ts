import type { PreviewFile } from '../contract.ts'
import { MOST_PIXELS } from '../shared.ts'

/** Whether a picture has more pixels than a browser should decode, so that it is only downloaded. */
export function isTooLarge({ kind, width, height }: PreviewFile): boolean {
  return kind === 'picture' && (width ?? 0) * (height ?? 0) > MOST_PIXELS
}
