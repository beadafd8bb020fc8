import { expect, it } from 'vitest'
import { remove } from './remove.ts'
import type { DiagramDocument, ImageObject } from '../model/document.ts'
import { withoutUnusedMedia } from './media.ts'
import { documentAfter } from './test-changes.ts'
import { documentOf, page } from '../model/test-documents.ts'

const picture = { type: 'image/png' as const, data: 'iVBORw0KGgo=', width: 1, height: 1 }
const image = (id: string, media: string): ImageObject => ({
  kind: 'image',
  id,
  parent: null,
  layer: 'l1',
  order: 'a0',
  x: 0,
  y: 0,
  width: 9,
  height: 9,
  media,
})

it('stores no picture that nothing shows any more', () => {
  const start: DiagramDocument = {
    ...documentOf(page([image('a', 'm'), image('b', 'm')]), page([image('a', 'n')], { id: 'p2' })),
    media: { m: picture, n: picture },
  }
  expect(withoutUnusedMedia(start)).toBe(start)
  const one = documentAfter(start, remove(start.pages[0] ?? page([]), ['a']))
  expect(withoutUnusedMedia(one)).toBe(one)
  const none = documentAfter(start, remove(start.pages[0] ?? page([]), ['a', 'b']))
  expect(withoutUnusedMedia(none)).toEqual({ ...none, media: { n: picture } })
})
