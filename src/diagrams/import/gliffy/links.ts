/** Gliffy's links: child objects of the kind `Link`. */
import type { Link } from '../../model/document.ts'
import { linkToHref } from '../../model/links.ts'
import { fieldsAt, isFields, listAt, textAt, type Fields } from './json.ts'
import type { ImportState } from './state.ts'

/** Link of an object: of its graphic, or of its first `Link` child. */
export function linkOf(state: ImportState, object: Fields, path: string): { link: Link } | Record<never, never> {
  for (const child of [object, ...listAt(object, 'children')]) {
    if (!isFields(child)) continue
    const graphic = fieldsAt(child, 'graphic')
    const type = textAt(graphic, 'type') ?? ''
    const fields = fieldsAt(graphic, type)
    if (child !== object && type !== 'Link') continue
    const href = (textAt(fields, 'href') ?? textAt(child, 'href'))?.trim()
    if (!href) continue
    const link = linkToHref(href)
    if (!link) {
      state.note(
        path,
        'The link leads to an address that is not allowed (only http, https, mailto and paths of this wiki); it is left out.',
      )
      continue
    }
    const isNew = fields['openInNewWindow'] === true || textAt(fields, 'target') === '_blank'
    return { link: { ...link, ...(isNew && { newWindow: true }) } }
  }
  return {}
}
