import { marksOf, personOf } from './contents.ts'
import type { ExportedLabel, ExportedMark } from './exported.ts'
import { membersOf, referenceOf, textOf, type ExportObject } from './objects.ts'
import type { Staging } from './staging-store.ts'
import { timeOf } from './times.ts'

/** Kinds of objects with labels. Templates are numbered separately: a template and a content may have the same id. */
type Labelled = 'CONTENT' | 'PAGETEMPLATE'

const SAVED = /^favou?rite$/

/**
 * Labels of a content or template, and users who saved it for later: in older exports, by a personal label. Labels of
 * spaces are those of their descriptions.
 */
export function labelsOf(
  objects: Staging,
  object: ExportObject,
  labelled: Labelled = 'CONTENT',
): { labels: ExportedLabel[]; saved: ExportedMark[] } {
  const listed = membersOf(object, 'labellings').flatMap(({ id }) => objects.get('Labelling', id) ?? [])
  const labels: ExportedLabel[] = []
  const saved: ExportedMark[] = []
  for (const labelling of listed.length > 0 ? listed : objects.of('Labelling', object.id)) {
    if ((textOf(labelling, 'labelableType') ?? 'CONTENT') !== labelled) continue
    const label = objects.get('Label', referenceOf(labelling, 'label')?.id ?? '')
    const prefix = label && (textOf(label, 'namespace') ?? 'global')
    if (!label || (prefix !== 'global' && prefix !== 'my' && prefix !== 'team')) continue
    const person = personOf(labelling, referenceOf(labelling, 'owningUser') ? 'owningUser' : 'user')
    const mark = { person, at: timeOf(labelling, 'creationDate') }
    const name = textOf(label, 'name') ?? ''
    if (prefix === 'my' && SAVED.test(name)) saved.push(mark)
    else labels.push({ ...mark, name, prefix })
  }
  return { labels, saved: labelled === 'CONTENT' ? [...saved, ...favouritesOf(objects, object.id)] : [] }
}

function favouritesOf(objects: Staging, id: string): ExportedMark[] {
  const relations = objects.of('User2ContentRelationEntity', id)
  return marksOf(
    relations.filter(of => textOf(of, 'relationName') === 'favourite'),
    'sourceContent',
  )
}
