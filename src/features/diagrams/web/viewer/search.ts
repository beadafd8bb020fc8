import type { DiagramDocument, DiagramPage } from '../../model/document.ts'
import { boundsOfObject, createScene, isBoxed } from '../../render/scene.ts'
import { plainText } from '../../render/text-layout.ts'

/** Where a text was found; px of the page at scale 1. */
export interface Hit {
  objectId: string
  left: number
  top: number
  width: number
  height: number
}

/** Shapes and pictures of a page whose text holds the words, in reading order; none for an empty question. */
export function findText(document: DiagramDocument, page: DiagramPage, layers: ReadonlySet<string>, asked: string): Hit[] {
  const wanted = asked.trim().toLocaleLowerCase()
  if (wanted === '') return []
  const scene = createScene(document, page, layers)
  const hits: Hit[] = []
  for (const place of scene.drawn) {
    if (!isBoxed(place)) continue
    const { object } = place
    if (object.kind === 'group' || !object.text || !plainText(object.text).toLocaleLowerCase().includes(wanted)) continue
    const { left, top, right, bottom } = boundsOfObject(scene, place)
    hits.push({ objectId: object.id, left, top, width: right - left, height: bottom - top })
  }
  return hits.toSorted((a, b) => a.top - b.top || a.left - b.left)
}
