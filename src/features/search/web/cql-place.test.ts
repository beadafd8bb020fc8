import { expect, it } from 'vitest'
import { placeOfError } from './cql-place.ts'

it('finds the place that an error is about', () => {
  expect(placeOfError('type = pag', { column: 8 })).toEqual({ line: 'type = pag', column: 8 })
  expect(placeOfError('type = page\nand text', { line: 2, column: 9 })).toEqual({ line: 'and text', column: 9 })
})

it('knows no place where the server names none, or one that is not there', () => {
  expect(placeOfError('x', {})).toBeUndefined()
  expect(placeOfError('x', { line: 9, column: 1 })).toBeUndefined()
})
