import type { SectionType } from '../tiptap/sections.ts'

interface SectionKind {
  readonly type: SectionType
  readonly label: string
  readonly description: string
  /** Search words. */
  readonly words: string
  /** Relative widths of the columns. */
  readonly widths: readonly number[]
}

/** Types of sections, in the order of menus. */
export const SECTION_KINDS: readonly SectionKind[] = [
  {
    type: 'single',
    label: 'One column',
    description: 'Section of full width',
    words: 'layout section single 1',
    widths: [1],
  },
  {
    type: 'two_equal',
    label: 'Two columns',
    description: 'Two of the same width',
    words: 'layout section columns 2',
    widths: [1, 1],
  },
  {
    type: 'two_left_sidebar',
    label: 'Left sidebar',
    description: 'Narrow column, then a wide one',
    words: 'layout section columns two 2',
    widths: [1, 2],
  },
  {
    type: 'two_right_sidebar',
    label: 'Right sidebar',
    description: 'Wide column, then a narrow one',
    words: 'layout section columns two 2',
    widths: [2, 1],
  },
  {
    type: 'three_equal',
    label: 'Three columns',
    description: 'Three of the same width',
    words: 'layout section columns 3',
    widths: [1, 1, 1],
  },
  {
    type: 'three_with_sidebars',
    label: 'Two sidebars',
    description: 'Wide column between two narrow ones',
    words: 'layout section columns three 3',
    widths: [1, 2, 1],
  },
]

const WIDTH = 16
const GAP = 2

/** Picture of columns with relative widths. */
export function ColumnsIcon({ widths }: { widths: readonly number[] }) {
  const total = widths.reduce((sum, width) => sum + width, 0)
  const unit = (WIDTH - GAP * (widths.length - 1)) / total
  const lefts = widths.map((_, index) => widths.slice(0, index).reduce((left, width) => left + width * unit + GAP, 0))
  return (
    <svg viewBox={`0 0 ${WIDTH} ${WIDTH}`} width={WIDTH} height={WIDTH} fill="currentColor" aria-hidden="true">
      {widths.map((width, index) => (
        <rect key={lefts[index]} x={lefts[index]} y={2} width={width * unit} height={12} rx={1} opacity={0.7} />
      ))}
    </svg>
  )
}
