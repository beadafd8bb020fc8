import type { Attributes } from './model.ts'

export interface ImageAlignment {
  readonly align: 'left' | 'right' | 'center' | undefined
  /** Whether text flows around the picture. */
  readonly wraps: boolean
}

/** The layouts of newer pages; `ac:align` beside them has the side alone. */
const layouts: Readonly<Record<string, ImageAlignment>> = {
  'align-start': { align: 'left', wraps: false },
  'align-end': { align: 'right', wraps: false },
  center: { align: 'center', wraps: false },
  'wrap-left': { align: 'left', wraps: true },
  'wrap-right': { align: 'right', wraps: true },
}

/** Side of an `ac:image`. Without a layout, a picture at a side has the text around it. */
export function alignmentOf(attributes: Attributes): ImageAlignment {
  const layout = attributes['ac:layout']
  const placed = layout !== undefined && Object.hasOwn(layouts, layout) ? layouts[layout] : undefined
  const align = attributes['ac:align']
  if (align !== 'left' && align !== 'right' && align !== 'center')
    return align === undefined && placed ? placed : { align: undefined, wraps: false }
  if (placed?.align === align) return placed
  return { align, wraps: align !== 'center' }
}

/** Pixels of a written width or height; undefined for anything else. */
export function pixels(written: string | undefined): number | undefined {
  const match = /^(\d{1,5})(?:\.\d+)?(?:px)?$/.exec(written?.trim() ?? '')
  return match && Number(match[1]) > 0 ? Number(match[1]) : undefined
}
