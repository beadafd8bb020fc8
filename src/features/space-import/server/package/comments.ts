import type { ExportedComment, ExportedPlace } from './exported.ts'
import { contentOf, marksOf, personOf, propertiesOf, statusOf } from './contents.ts'
import { numberOf, referenceOf, textOf, type ExportObject } from './objects.ts'
import { parentsFirst } from './parents-first.ts'
import type { Staging } from './staging-store.ts'
import { timeOf } from './times.ts'

/** The comments on a content, each after the one that it answers. */
export function commentsOn(objects: Staging, containerId: string): ExportedComment[] {
  const present = objects.of('Comment', containerId).filter(comment => statusOf(comment) === 'current')
  const places = new Map<string, ExportedPlace>()
  return parentsFirst(present, comment => referenceOf(comment, 'parent')?.id).map(comment => {
    const parentId = referenceOf(comment, 'parent')?.id
    const above = parentId === undefined ? undefined : places.get(parentId)
    const place = above ?? placeOf(objects, comment)
    places.set(comment.id, place)
    return {
      ...contentOf(objects, comment),
      parentId: above && parentId,
      place,
      likes: marksOf(objects.of('LikeEntity', comment.id), 'user'),
    }
  })
}

function placeOf(objects: Staging, comment: ExportObject): ExportedPlace {
  const properties = propertiesOf(objects, comment)
  const text = (name: string) => {
    const property = properties.get(name)
    return property && textOf(property, 'stringValue')
  }
  const markerRef = text('inline-marker-ref') ?? null
  const modifier = text('status-lastmodifier')
  const change = properties.get('status-lastmoddate')
  return {
    isInline: text('inline-comment') === 'true' || markerRef !== null,
    markerRef,
    selection: text('inline-original-selection') ?? null,
    status: text('status'),
    resolvedBy: modifier === undefined ? personOf(comment, 'lastModifier') : { userKey: modifier },
    resolvedAt: (change && numberOf(change, 'longValue')) ?? timeOf(comment, 'lastModificationDate'),
  }
}
