/** Bounds of the emoji that administrators add. */
export const MOST_SITE_EMOJI = 200
export const MAX_EMOJI_BYTES = 1024 * 1024
export const MIN_EMOJI_NAME = 2
export const MAX_EMOJI_NAME = 50

/** Address of the picture that is now of that name. */
export function emojiPath(name: string): string {
  return `/images/emoji/${encodeURIComponent(name)}`
}
