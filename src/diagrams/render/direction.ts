import type { Paragraph } from '../model/document.ts'

const STRONG = /[\p{L}\u061C\u200E\u200F]/u
const RIGHT_TO_LEFT = /[\u0590-\u08FF\u200F\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u

/** Whether a paragraph is written from right to left: its first letter or mark of direction is. */
export function isRightToLeft({ runs }: Paragraph): boolean {
  for (const { text } of runs) {
    const letter = STRONG.exec(text)?.[0]
    if (letter !== undefined) return RIGHT_TO_LEFT.test(letter)
  }
  return false
}

/**
 * Text of an SVG with a mark of its direction. An embedding in the text is understood by browsers and by the programs
 * that draw PNGs, and leaves anchors as they are; `direction` would turn those around, and resvg ignores it.
 */
export function rightToLeft(svgText: string): string {
  return `\u202B${svgText}\u202C`
}
