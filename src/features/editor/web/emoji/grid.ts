export interface GridPlace {
  readonly row: number
  readonly column: number
}

/** Rows of a grid that begin with one of its parts. */
export interface GridRows {
  /** Cells of each row. */
  readonly lengths: readonly number[]
  /** First rows of the parts, ascending. */
  readonly starts: readonly number[]
}

/** The cell to which a key leads; undefined for other keys, and at the ends of the grid. */
export function movedTo(key: string, { row, column }: GridPlace, { lengths, starts }: GridRows): GridPlace | undefined {
  const length = (at: number) => lengths[at] ?? 0
  const cell = (at: number, wanted = column): GridPlace | undefined =>
    length(at) > 0 ? { row: at, column: Math.min(wanted, length(at) - 1) } : undefined
  switch (key) {
    case 'ArrowRight':
      return column + 1 < length(row) ? { row, column: column + 1 } : cell(row + 1, 0)
    case 'ArrowLeft':
      return column > 0 ? { row, column: column - 1 } : cell(row - 1, Infinity)
    case 'ArrowDown':
      return cell(row + 1)
    case 'ArrowUp':
      return cell(row - 1)
    case 'Home':
      return { row, column: 0 }
    case 'End':
      return cell(row, Infinity)
    case 'PageDown':
      return cell(starts.find(start => start > row) ?? lengths.length - 1, 0)
    case 'PageUp':
      return cell(starts.findLast(start => start < row) ?? 0, 0)
    default:
      return undefined
  }
}
