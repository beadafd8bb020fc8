/** Maximum title width, px. */
const MAX_TITLE = 180
/** Width of a button, and of the bar's padding, px. */
const BUTTON = 28
const PADDING = 15

/**
 * Maximum width of a title in the toolbar, px: reduced for four buttons, two more for a linked diagram, and the
 * version.
 * @param width of the diagram's container, px
 * @param version width of the version's text, px; 0 without one
 */
export function titleWidth(width: number, { isLinked, version }: { isLinked: boolean; version: number }): number {
  return Math.max(0, Math.min(MAX_TITLE, Math.floor(width - (isLinked ? 6 : 4) * BUTTON - PADDING - version)))
}
