import { expect, it } from 'vitest'
import { placeOfError } from './cql-place.ts'

it('finds the place that an error is about', () => {
  expect(placeOfError('type = pag', 'Could not parse cql at character 8: unknown type')).toEqual({ line: 'type = pag', column: 8 })
  expect(placeOfError('type = page\nand text', 'Could not parse cql at line 2, column 9: the query ends'))
    .toEqual({ line: 'and text', column: 9 })
})

it('knows no place where the server names none, or one that is not there', () => {
  expect(placeOfError('x', 'Sign in to search')).toBeUndefined()
  expect(placeOfError('x', 'at line 9, column 1: y')).toBeUndefined()
})
