import { FORMAT, FORMAT_VERSION, type DiagramDocument, type DiagramObject, type DiagramPage } from './document.ts'

/** A document of these pages, without pictures. */
export function documentOf(...pages: DiagramPage[]): DiagramDocument {
  return { format: FORMAT, version: FORMAT_VERSION, media: {}, pages }
}

/** An empty page of white paper with the layer `l1`, but for `fields`. */
export function blankPage(fields: Partial<DiagramPage> = {}): DiagramPage {
  return {
    id: 'p1',
    name: 'Page 1',
    width: 1200,
    height: 800,
    background: '#ffffff',
    grid: { size: 10, visible: true, snap: true },
    layers: [{ id: 'l1', name: 'Layer 1', visible: true, locked: false }],
    objects: {},
    ...fields,
  }
}

/** Objects as a page holds them. */
export function objectsById(objects: readonly DiagramObject[]): DiagramPage['objects'] {
  return Object.fromEntries(objects.map(object => [object.id, object]))
}
