import { describe, expect, it } from 'vitest'
import { snippetOf } from './snippet.ts'

describe('the text about what was found', () => {
  it('marks the words as they are written', () => {
    expect(snippetOf('Order\narrives', 'order ARR')).toEqual({ before: '', hit: 'Order arr', after: 'ives' })
  })
  it('leaves out what is far before', () => {
    const { before, hit } = snippetOf('When the customer has paid and the parcel is ready, ship it', 'ship')
    expect(hit).toBe('ship')
    expect(before).toBe('… parcel is ready, ')
  })
  it('keeps a text in which the words are spread', () => {
    expect(snippetOf('a b', 'c')).toEqual({ before: 'a b', hit: '', after: '' })
    expect(snippetOf('a b', ' ')).toEqual({ before: 'a b', hit: '', after: '' })
  })
})
