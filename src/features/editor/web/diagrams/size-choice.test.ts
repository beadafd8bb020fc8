import { expect, it } from 'vitest'
import { plainReference, type DiagramReference } from '#features/diagrams/reference-shared.ts'
import { resized, sizeOf, sizesFor } from './size-choice.ts'

const plain = plainReference(7, 'Flow')
const drawio: DiagramReference = { ...plain, macro: 'drawio' }
const ids = (reference: DiagramReference) => sizesFor(reference).map(({ id }) => id)

it('offers the sizes of the old product, and the one of a macro of draw.io where it has another', () => {
  expect(ids(plain)).toEqual(['O', 'M', 'S', 'T'])
  expect(ids(drawio)).toEqual(['O', 'M', 'S', 'T'])
  for (const own of [{ width: 450 }, { zoom: 2 }, { width: 300, zoom: 2 }, { width: 300, widthOf: 4 }]) {
    expect(sizeOf({ ...drawio, ...own }), JSON.stringify(own)).toBe('own')
    expect(ids({ ...drawio, ...own })).toEqual(['own', 'O', 'M', 'S', 'T'])
  }
})

it('names the size that a reference has', () => {
  expect([plain, { ...plain, size: 'L' as const }, { ...plain, size: 'S' as const }].map(sizeOf)).toEqual([
    'O',
    'O',
    'S',
  ])
  expect(sizeOf({ ...drawio, width: 200 })).toBe('S')
})

it('replaces the width and the factor of a macro of draw.io by a chosen size', () => {
  const set = { ...drawio, width: 450, widthOf: 2, zoom: 2 }
  expect(resized(set, 'M')).toEqual({ ...drawio, size: 'M' })
  expect(resized(set, 'own')).toBe(set)
  const small = { ...drawio, width: 200 }
  expect(resized(small, 'S')).toBe(small)
  expect(resized({ ...plain, size: 'S' }, 'O')).toEqual(plain)
})
