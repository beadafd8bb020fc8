import { expect, test } from 'vitest'
import { type GridPlace, movedTo } from './grid.ts'

// Two parts: a short row, and rows of three, three and one.
const grid = { lengths: [2, 3, 3, 1], starts: [0, 1] }

test.for<[key: string, from: [number, number], to: [number, number] | undefined]>([
  ['ArrowRight', [0, 0], [0, 1]],
  ['ArrowRight', [0, 1], [1, 0]],
  ['ArrowRight', [3, 0], undefined],
  ['ArrowLeft', [1, 0], [0, 1]],
  ['ArrowLeft', [0, 0], undefined],
  ['ArrowDown', [2, 2], [3, 0]],
  ['ArrowDown', [3, 0], undefined],
  ['ArrowUp', [1, 2], [0, 1]],
  ['ArrowUp', [0, 1], undefined],
  ['Home', [1, 2], [1, 0]],
  ['End', [1, 0], [1, 2]],
  ['PageDown', [0, 1], [1, 0]],
  ['PageDown', [1, 1], [3, 0]],
  ['PageUp', [3, 0], [1, 0]],
  ['PageUp', [1, 2], [0, 0]],
  ['a', [1, 1], undefined],
])('%s leads from %j to %j', ([key, from, to]) => {
  const place = ([row, column]: readonly [number, number]): GridPlace => ({ row, column })
  expect(movedTo(key, place(from), grid)).toEqual(to && place(to))
})
