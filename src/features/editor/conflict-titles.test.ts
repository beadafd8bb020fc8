import { expect, it } from 'vitest'
import { mergeTitles } from './web/conflict/titles.ts'

it.each([
  ['T', 'T', 'T', { title: 'T' }],
  ['T', 'Theirs', 'T', { title: 'Theirs' }],
  ['T', 'T', 'Mine', { title: 'Mine' }],
  ['T', 'Same', 'Same', { title: 'Same' }],
  ['T', 'Theirs', 'Mine', { title: 'Theirs', mine: 'Mine' }],
  [undefined, 'Theirs', 'Mine', { title: 'Theirs', mine: 'Mine' }],
])('a title is merged: %s, %s, %s', (base, theirs, mine, wanted) => {
  expect(mergeTitles(base, theirs, mine)).toEqual(wanted)
})
