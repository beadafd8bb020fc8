import { objectText, type Reference } from '../package/objects.ts'
import { likes, type Parts, type Written } from './parts.ts'
import type { ExportRun } from './run.ts'
import { versionsOf } from './texts.ts'

/** The comments on a page, post or file, with their histories. */
export async function* commentsOn(run: ExportRun, parts: Parts, container: Reference): AsyncGenerator<string> {
  const rows = parts.comments.get(Number(container.id)) ?? []
  const present = new Set(rows.map(row => row.id))
  for (const row of rows) {
    const of: Reference = { class: 'Comment', id: row.id }
    const { members, text } = placeOf(run, parts, of)
    const isAnswer = row.parent_id !== null && present.has(row.parent_id)
    const fields = {
      parent: isAnswer ? ({ class: 'Comment', id: row.parent_id ?? 0 } as const) : null,
      contentProperties: members,
    }
    yield* versionsOf(run, of, row, { fields, inEach: { containerContent: container } })
    yield text + likes(run, parts, of)
  }
}

/** Which text an inline comment is about, and what became of it; footer comments have nothing of the kind. */
function placeOf({ ids, people }: ExportRun, parts: Parts, of: Reference): Written {
  const place = parts.places.get(Number(of.id))
  if (place?.location !== 'inline') return { members: [], text: '' }
  const resolvedBy = people.reference(place.resolved_by)
  const texts: [string, string | null][] = [
    ['inline-comment', 'true'],
    ['inline-marker-ref', place.marker_ref],
    ['inline-original-selection', place.original_selection],
    ['status', place.resolution],
    ['status-lastmodifier', resolvedBy && String(resolvedBy.id)],
  ]
  const members: Reference[] = []
  let text = ''
  const add = (name: string, stringValue: string | null, longValue: number | null) => {
    if (stringValue === null && longValue === null) return
    const property = ids.next('ContentProperty')
    members.push(property)
    text += objectText(property, { name, stringValue, longValue, dateValue: null, content: of })
  }
  for (const [name, value] of texts) add(name, value, null)
  add('status-lastmoddate', null, place.resolved_at)
  return { members, text }
}
